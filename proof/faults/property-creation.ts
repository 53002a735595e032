import { answersOf, isRecord, type JsonRecord, withEntries } from '../changes/answers.ts'
import type { Answer, AnswerChange, RuleChange } from '../changes/change.ts'
import { deletedItem, hidesDeletedItems } from '../changes/deleted-items.ts'
import { replace } from '../changes/replace.ts'
import { requestsOf } from '../changes/requests.ts'
import { without } from '../changes/without.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { broken } from '../../reference/service/http/service-error.ts'
import { createItems } from '../../reference/service/items/create-item.ts'
import { itemRow } from '../../reference/service/items/find-item.ts'
import { type ItemRow, selectItems } from '../../reference/service/items/item.ts'
import type { ItemContent } from '../../reference/service/items/item-body.ts'
import { addProperty, createProperties, createProperty } from '../../reference/service/properties/create-property.ts'
import type { PropertyContent } from '../../reference/service/properties/property-body.ts'
import { defineFaults } from './fault.ts'

/** Faults in how properties are created, one or several at once. */
export const propertyCreationFaults = defineFaults({
  'property-created-on-foreign-item': {
    title: 'creates a property on an item of another organization',
    breaks: ['AUTH-22'],
    changes: [
      replace(createProperty, (sound) => (deployment, body, caller) => {
        const organizationId = itemRow(deployment, body.item_id)?.organization_id ?? caller.organizationId
        return sound(deployment, body, { ...caller, organizationId })
      }),
    ],
  },
  'pages-of-references-are-counted-from-zero': {
    title: 'changes page 1 of a reference to page 0 when a property is created',
    breaks: ['PROP-29'],
    changes: [
      replace(createProperty, (sound) => (deployment, body, caller) => {
        const references = body.references?.map((one) => (one.page === 1 ? { ...one, page: 0 } : one))
        return sound(deployment, references === undefined ? body : { ...body, references }, caller)
      }),
    ],
  },
  'property-of-unknown-item-goes-to-the-first': {
    title: 'creates a property on the first item if item_id is unknown',
    breaks: ['PROP-36'],
    changes: [
      replace(createProperty, (sound) => (deployment, body, caller) => {
        if (itemRow(deployment, body.item_id) !== undefined) return sound(deployment, body, caller)
        return sound(
          deployment,
          { ...body, item_id: firstItem(deployment, caller.organizationId) ?? body.item_id },
          caller,
        )
      }),
    ],
  },
  'deleted-item-takes-properties': {
    title: 'creates properties on an item that was deleted',
    breaks: ['PROP-36'],
    changes: [
      ...hidesDeletedItems(),
      replace(createProperty, (sound) => (deployment, body, caller) => {
        const item = deletedItem(deployment, body.item_id)
        if (item?.organization_id !== caller.organizationId) return sound(deployment, body, caller)
        return addProperty(deployment, { item, content: body, caller, at: ['body'] })
      }),
    ],
  },
  'property-creation-answers-200': {
    title: 'answers the creation of a property with 200',
    breaks: ['PROP-29'],
    changes: [answersOf({ routes: ['POST /properties'] }, (answer) => ({ ...answer, status: 200 }))],
  },
  'creation-answers-without-references': {
    title: 'omits references from the answer to a creation',
    breaks: ['PROP-29'],
    changes: [
      answersOf({ routes: ['POST /properties'] }, (answer) =>
        withEntries(answer, (property) => ({ ...property, references: undefined })),
      ),
    ],
  },
  'sent-references-lost': {
    title: 'creates a property without the references that were sent',
    breaks: ['PROP-29'],
    changes: [created((content) => without(content, 'references'))],
  },
  'first-reference-kept-alone': {
    title: 'stores only the first of several references',
    breaks: ['PROP-29'],
    changes: [
      created((content) =>
        content.references === undefined ? content : { ...content, references: content.references.slice(0, 1) },
      ),
    ],
  },
  'pages-of-references-have-one-byte': {
    title: 'stores the page of a reference in one byte',
    breaks: ['PROP-29'],
    changes: [
      created((content) => {
        const references = content.references?.map((one) => ({ ...one, page: one.page % 256 }))
        return references === undefined ? content : { ...content, references }
      }),
    ],
  },
  'bulk-entry-reaches-a-foreign-item': {
    title: 'creates a property on a foreign item in a bulk creation',
    breaks: ['AUTH-22'],
    changes: [
      replace(addProperty, (sound) => (deployment, property) => {
        const item = itemOfEntry(deployment, property.content)
        if (item === undefined || item.id === property.item.id) return sound(deployment, property)
        return sound(deployment, {
          ...property,
          item,
          caller: { ...property.caller, organizationId: item.organization_id },
        })
      }),
    ],
  },
  'bulk-creates-the-last-property-only': {
    title: 'creates only the last of several properties',
    breaks: ['BULK-02'],
    changes: [inBulk((entries) => entries.slice(-1))],
  },
  'bulk-makes-fifty-at-most': {
    title: 'creates only the first fifty entries of a bulk creation',
    breaks: ['BULK-01', 'BULK-02'],
    changes: [inBulk((entries) => entries.slice(0, 50)), itemsInBulk((entries) => entries.slice(0, 50))],
  },
  'bulk-takes-the-first-hundred-properties': {
    title: 'creates only the first hundred properties of a bulk creation',
    breaks: ['BULK-02'],
    changes: [inBulk((entries) => entries.slice(0, 100))],
  },
  'bulk-refers-alike': {
    title: 'gives all properties of a bulk creation the references of the first',
    breaks: ['BULK-02'],
    changes: [
      inBulk((entries) => {
        const references = entries[0]?.references
        return references === undefined ? entries : entries.map((entry) => ({ ...entry, references }))
      }),
    ],
  },
  'bulk-empties-units': {
    title: 'creates numbers without their units in bulk',
    breaks: ['BULK-02'],
    changes: [
      inBulk((entries) =>
        entries.map((entry) =>
          entry.display_unit === undefined ? entry : { ...entry, category: '', display_unit: '' },
        ),
      ),
    ],
  },
  'bulk-rounds-numbers': {
    title: 'rounds numbers to two decimals in a bulk creation',
    breaks: ['BULK-02'],
    changes: [
      inBulk((entries) =>
        entries.map((entry) =>
          typeof entry.value === 'number' ? { ...entry, value: Math.round(entry.value * 100) / 100 } : entry,
        ),
      ),
    ],
  },
  'bad-bulk-breaks-the-service': {
    title: 'returns 500 for bad entries of a bulk creation',
    breaks: ['ERR-15'],
    changes: [refusedInBulk(500, { error: 'internal_error', message: 'something went wrong' })],
  },
  'null-in-a-bulk-breaks-the-service': {
    title: 'returns 500 for a bulk creation with a null entry',
    breaks: ['ERR-15'],
    changes: [
      requestsOf(['POST /items/bulk', 'POST /properties/bulk'], (sent) => {
        if (isRecord(sent.body) && Object.values(sent.body).flat().includes(null)) throw broken()
        return sent
      }),
    ],
  },
  'bad-bulk-names-no-entry': {
    title: 'does not say which entry of a bulk creation is bad',
    breaks: ['BULK-03', 'ERR-05'],
    changes: [
      refusedInBulk(422, {
        error: 'validation_error',
        message: 'an entry is not valid',
        details: { errors: [{ loc: ['body'], msg: 'an entry is not valid', type: 'value_error' }] },
      }),
    ],
  },
})

function created(change: (content: PropertyContent) => PropertyContent): RuleChange {
  return replace(
    addProperty,
    (sound) => (deployment, property) => sound(deployment, { ...property, content: change(property.content) }),
  )
}

function inBulk(change: (entries: readonly PropertyContent[]) => readonly PropertyContent[]): RuleChange {
  return replace(
    createProperties,
    (sound) => (deployment, body, caller) =>
      sound(deployment, { ...body, properties: change(body.properties) }, caller),
  )
}

function itemsInBulk(change: (entries: readonly ItemContent[]) => readonly ItemContent[]): RuleChange {
  return replace(
    createItems,
    (sound) => (deployment, body, caller) => sound(deployment, { ...body, items: change(body.items) }, caller),
  )
}

/** Another refusal of a bulk creation in which an entry is bad. */
function refusedInBulk(status: number, json: JsonRecord): AnswerChange {
  const routes = ['POST /items/bulk', 'POST /properties/bulk']
  return answersOf({ routes, statuses: [422] }, (answer) => (namesEntry(answer) ? { ...answer, status, json } : answer))
}

/** Whether an entry of a bulk creation is named as bad: `body.items.3.name`. */
function namesEntry({ json }: Answer): boolean {
  return isRecord(json) && /body\.(?:items|properties)\.\d/u.test(String(json['message']))
}

/** The item that an entry names by itself, whoever's it is. */
function itemOfEntry(deployment: Deployment, content: PropertyContent): ItemRow | undefined {
  const id: unknown = Reflect.get(content, 'item_id')
  return typeof id === 'string' ? itemRow(deployment, id) : undefined
}

function firstItem({ store }: Deployment, organizationId: string): string | undefined {
  return store.get<{ id: string }>(
    `${selectItems} WHERE workspaces.organization_id = ? ORDER BY items.sequence LIMIT 1`,
    organizationId,
  )?.id
}
