import { isRecord } from '../changes/answers.ts'
import type { RequestChange, RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { requests, requestsOf, withBody } from '../changes/requests.ts'
import { validationError } from '../../reference/service/http/service-error.ts'
import { generateReadableId } from '../../reference/service/items/generate-readable-id.ts'
import { acceptsValue, judgeContent } from '../../reference/service/properties/judge-content.ts'
import { changeProperty } from '../../reference/service/properties/update-property.ts'
import { defineVariants } from './variant.ts'

type Body = Readonly<Record<string, unknown>>

const texts = ['name', 'description', 'userTitle', 'value'] as const
const writes = ['POST /products', 'PATCH /products/:product_id', 'POST /items', 'PATCH /items/:item_id']
const longest: Readonly<Record<string, number>> = {
  name: 50,
  description: 500,
  userTitle: 64,
  readable_id: 64,
  part_number: 24,
}

/** Lawful differences in what becomes of texts, numbers and other values that are sent. */
export const keptValueVariants = defineVariants({
  'texts-are-trimmed': {
    title: 'trims texts',
    latitude: 'trimming is lawful',
    touches: ['PROD-32', 'PROP-31', 'ITEM-12', 'FILE-20', 'PROD-18'],
    changes: [keptTexts((text) => text.trim())],
  },
  'texts-are-composed': {
    title: 'composes the characters of texts (NFC)',
    latitude: 'NFC is lawful',
    touches: ['PROD-32', 'PROP-31', 'ITEM-12', 'FILE-20', 'PROD-18'],
    changes: [keptTexts((text) => text.normalize('NFC'))],
  },
  'part-numbers-in-capitals': {
    title: 'stores part numbers in upper case and trimmed',
    latitude: 'letter case and surrounding spaces of part numbers may be normalized',
    touches: ['PN-01', 'ITEM-04'],
    changes: [
      requestsOf(writes, (sent) =>
        withBody(sent, (body) => {
          const { part_number: number } = body
          return typeof number === 'string' ? { ...body, part_number: number.trim().toUpperCase() } : body
        }),
      ),
    ],
  },
  'lengths-are-limited': {
    title:
      'rejects names above 50 characters, titles above 64, descriptions above 500, readable ids above 64, numbers above 24',
    latitude: 'larger limits of length than these are lawful',
    touches: ['PROD-32', 'PROD-27', 'FILE-20', 'PN-17'],
    changes: [
      requestsOf([...writes, 'PATCH /files/:id'], (sent) =>
        withBody(sent, (body) => {
          for (const [name, most] of Object.entries(longest)) refuseLonger(body, name, most)
          return body
        }),
      ),
    ],
  },
  'numbers-have-ten-decimals': {
    title: 'stores ten decimals of a number',
    latitude: 'numbers come back within 1e-9',
    touches: ['PROP-31'],
    changes: [keptNumbers((value) => (Math.abs(value) < 1e12 ? Number(value.toFixed(10)) : value))],
  },
  'numbers-are-kept-in-another-unit': {
    title: 'stores numbers in another unit than the shown one',
    latitude: 'numbers come back within 1e-9 of their size',
    touches: ['PROP-31'],
    changes: [keptNumbers((value) => (value / 25.4) * 25.4)],
  },
  'numbers-below-zero-are-refused': {
    title: 'returns 422 for negative numbers',
    latitude: 'the contract does not say which values are invalid',
    touches: ['PROP-31'],
    changes: [refusedValues((type, value) => type === 'numeric' && typeof value === 'number' && value < 0)],
  },
  'only-working-days-are-dates': {
    title: 'rejects Saturdays and Sundays as dates',
    latitude: 'a value may be rejected',
    touches: ['PROP-31'],
    changes: [refusedValues((type, value) => type === 'date' && [0, 6].includes(new Date(String(value)).getUTCDay()))],
  },
  'statuses-begin-as-drafts': {
    title: 'creates every status as Draft, whatever was sent',
    latitude: 'the contract does not say which status a workflow accepts at creation',
    touches: ['PROP-31'],
    changes: [
      requestsOf(['POST /properties'], (sent) =>
        withBody(sent, (body) => (body['type'] === 'status' ? { ...body, value: 'Draft' } : body)),
      ),
    ],
  },
  'readable-ids-of-properties-follow-their-names': {
    title: 'generates a new readable_id when the name of a property changes',
    latitude: 'a readable_id may follow the name',
    touches: ['PROP-33'],
    changes: [
      replace(changeProperty, (sound) => (deployment, before, body) => {
        sound(deployment, before, body)
        if (body.name === undefined) return
        const readableId = generateReadableId(body.name, before.id)
        deployment.store.run('UPDATE properties SET readable_id = ? WHERE id = ?', readableId, before.id)
      }),
    ],
  },
})

/** Texts are kept as `keep` makes them, in a body and in the entries of its lists; what would be empty is left to be judged. */
function keptTexts(keep: (text: string) => string): RequestChange {
  const field = (name: string, value: unknown): unknown =>
    typeof value === 'string' && texts.some((text) => text === name) && keep(value) !== '' ? keep(value) : value
  const kept = (body: Body): Body =>
    Object.fromEntries(Object.entries(body).map(([name, value]) => [name, field(name, value)]))
  const entries = (value: unknown): unknown =>
    Array.isArray(value) ? value.map((entry: unknown) => (isRecord(entry) ? kept(entry) : entry)) : value
  return requests((sent) =>
    withBody(sent, (body) =>
      Object.fromEntries(Object.entries(kept(body)).map(([name, value]) => [name, entries(value)])),
    ),
  )
}

function refuseLonger(body: Body, name: string, most: number): void {
  const text = body[name]
  if (typeof text === 'string' && text.length > most)
    throw validationError({ loc: ['body', name], msg: `has at most ${most} characters`, type: 'string_too_long' })
}

function keptNumbers(keep: (value: number) => number): RuleChange {
  return replace(judgeContent, (sound) => (deployment, question) => {
    const { type, fields } = question
    const stored = sound(deployment, question)
    if (type !== 'numeric' || typeof fields.value !== 'number') return stored
    return { ...stored, value: JSON.stringify(keep(fields.value)) }
  })
}

function refusedValues(refuses: (type: string, value: unknown) => boolean): RuleChange {
  return replace(
    acceptsValue,
    (sound) => (deployment, type, value) => !refuses(type, value) && sound(deployment, type, value),
  )
}
