import { answersOf, isRecord, withHeaders, type JsonRecord } from '../changes/answers.ts'
import type { Answer, AnswerChange, Change, RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf, withBody } from '../changes/requests.ts'
import { recall, remember } from '../changes/memory.ts'
import { without } from '../changes/without.ts'
import { findTarget } from '../../reference/service/files/upload-target.ts'
import { notFound } from '../../reference/service/http/service-error.ts'
import { createItems } from '../../reference/service/items/create-item.ts'
import { createProperties } from '../../reference/service/properties/create-property.ts'
import type { PropertyType } from '../../reference/service/properties/property-type.ts'
import { defineFaults } from './fault.ts'

/** Faults in the answers to bulk creations, and in what becomes of one with a bad entry. */
export const bulkAnswerFaults = defineFaults({
  'answer-to-a-bulk-of-items-mixes-up-descriptions': {
    title: 'mixes up the descriptions in the answer to a bulk creation of items',
    breaks: ['BULK-01'],
    changes: [mixedUp('POST /items/bulk', 'description')],
  },
  'answer-to-a-bulk-of-properties-mixes-up-ids': {
    title: 'mixes up the ids in the answer to a bulk creation of properties',
    breaks: ['BULK-02'],
    changes: [mixedUp('POST /properties/bulk', 'id')],
  },
  'answer-to-a-bulk-of-items-names-the-oldest': {
    title: 'answers a bulk creation of items with the ids of the oldest items',
    breaks: ['BULK-01'],
    changes: [oldestNamed('items')],
  },
  'answer-to-a-bulk-of-properties-names-the-oldest': {
    title: 'answers a bulk creation of properties with the ids of the oldest properties',
    breaks: ['BULK-02'],
    changes: [oldestNamed('properties')],
  },
  'answer-to-a-bulk-has-no-media-type': {
    title: 'answers bulk creations with JSON but another media type',
    breaks: ['GEN-01'],
    changes: [
      answersOf({ routes: ['POST /items/bulk', 'POST /properties/bulk'] }, (answer) =>
        withHeaders(answer, { 'content-type': undefined }),
      ),
    ],
  },
  'properties-of-a-bulk-take-no-files': {
    title: 'does not find properties from a bulk creation as targets of uploads',
    breaks: ['UP-02'],
    changes: [
      answersOf({ routes: ['POST /properties/bulk'], statuses: [201] }, (answer, deployment) => {
        const entries = isRecord(answer.json) ? entriesOf(answer.json) : []
        for (const { id } of entries) remember(deployment, `made in bulk ${String(id)}`, true)
        return answer
      }),
      replace(findTarget, (sound) => (deployment, question) => {
        const target = sound(deployment, question)
        if (recall<boolean>(deployment, `made in bulk ${target.id}`) === undefined) return target
        throw notFound('neither an item nor a property has this id', 'target_not_found')
      }),
    ],
  },
  'statuses-in-bulk-begin-as-drafts': {
    title: 'creates status properties as Draft in bulk, whatever was sent',
    breaks: ['BULK-02'],
    changes: [createdAs('status', (value) => (value === 'Done' ? 'Draft' : value))],
  },
  'digits-in-bulk-lose-their-zeros': {
    title: 'stores a text of digits as a number in a bulk creation',
    breaks: ['BULK-02'],
    changes: [createdAs('text', (value) => (/^\d+$/u.test(String(value)) ? String(Number(value)) : value))],
  },
  'descriptions-in-bulk-lose-double-spaces': {
    title: 'collapses several spaces in the descriptions of items from a bulk creation',
    breaks: ['BULK-01'],
    changes: [
      replace(createItems, (sound) => (deployment, body, caller) => {
        const items = body.items.map(({ description, ...item }) =>
          description === undefined ? item : { ...item, description: description.replaceAll(/ {2,}/gu, ' ') },
        )
        return sound(deployment, { ...body, items }, caller)
      }),
    ],
  },
  'bad-entry-of-a-bulk-of-items-is-made': {
    title: 'rejects a bulk creation because of a description but creates one of its items',
    breaks: ['ERR-20'],
    changes: madeAndRefused('POST /items/bulk', 'items'),
  },
  'bad-entry-of-a-bulk-of-properties-is-made': {
    title: 'rejects a bulk creation because of a description but creates one of its properties',
    breaks: ['ERR-20'],
    changes: madeAndRefused('POST /properties/bulk', 'properties'),
  },
  'flag-as-a-description-in-a-bulk-is-a-bad-request': {
    title: 'returns 400 for a bulk creation with a boolean description',
    breaks: ['ERR-14'],
    changes: [
      answersOf({ routes: ['POST /properties/bulk', 'POST /items/bulk'], statuses: [422] }, (answer) =>
        entriesOf(answer.request.body).some(({ description }) => typeof description === 'boolean')
          ? { ...answer, status: 400 }
          : answer,
      ),
    ],
  },
})

/** Properties of a type have another value if several are created in one request. */
function createdAs(type: PropertyType, change: (value: unknown) => unknown): RuleChange {
  return replace(createProperties, (sound) => (deployment, body, caller) => {
    const properties = body.properties.map((content) =>
      content.type === type ? { ...content, value: change(content.value) } : content,
    )
    return sound(deployment, { ...body, properties }, caller)
  })
}

/** The entries of the lists in a body. */
function entriesOf(body: unknown): readonly JsonRecord[] {
  return isRecord(body) ? Object.values(body).flatMap((list) => (Array.isArray(list) ? list.filter(isRecord) : [])) : []
}

/** A field of each entry is that of the next one. */
function mixedUp(route: string, field: string): AnswerChange {
  return answersOf({ routes: [route] }, (answer) => {
    const { json } = answer
    const entries: readonly unknown[] = isRecord(json) && Array.isArray(json['items']) ? json['items'] : []
    const records = entries.filter(isRecord)
    if (!isRecord(json) || records.length < 2) return answer
    const mixed = records.map((record, index) => ({
      ...record,
      [field]: records[(index + 1) % records.length]?.[field],
    }))
    return { ...answer, json: { ...json, items: mixed } }
  })
}

/** Each entry of the answer has the id of a record that was there before. */
function oldestNamed(table: 'items' | 'properties'): AnswerChange {
  return answersOf({ routes: [`POST /${table}/bulk`], statuses: [201] }, (answer, { store }) => {
    const records = entriesOf(answer.json)
    const oldest = store.all<{ id: string }>(`SELECT id FROM ${table} ORDER BY rowid LIMIT ?`, records.length)
    return { ...answer, json: { items: records.map((record, index) => ({ ...record, id: oldest[index]?.id })) } }
  })
}

/** Entries are made without a description that is not a text, and the whole is answered as if they had not been. */
function madeAndRefused(route: string, list: string): readonly Change[] {
  const refused = new WeakSet<Answer['request']>()
  return [
    requestsOf([route], (sent) =>
      withBody(sent, (body) => {
        const entries: readonly unknown[] = Array.isArray(body[list]) ? body[list] : []
        if (!entries.some(isBad)) return body
        refused.add(sent.request)
        return { ...body, [list]: entries.map((entry) => (isBad(entry) ? without(entry, 'description') : entry)) }
      }),
    ),
    answersOf({ routes: [route] }, (answer) => (refused.has(answer.request) ? asRefused(answer) : answer)),
  ]
}

function isBad(entry: unknown): entry is JsonRecord & { readonly description: unknown } {
  if (!isRecord(entry) || !('description' in entry)) return false
  return entry['description'] !== null && typeof entry['description'] !== 'string'
}

function asRefused(answer: Answer): Answer {
  const errors = [{ loc: ['body', 1, 'description'], msg: 'is not a text', type: 'type' }]
  return { ...answer, status: 422, json: { error: 'validation_error', message: 'not valid', details: { errors } } }
}
