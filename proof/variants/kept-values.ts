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
    title: 'takes spaces off the ends of texts',
    latitude: 'trimmed ends are lawful',
    changes: [keptTexts((text) => text.trim())],
  },
  'texts-are-composed': {
    title: 'composes the characters of texts (NFC)',
    latitude: 'NFC is lawful',
    changes: [keptTexts((text) => text.normalize('NFC'))],
  },
  'part-numbers-in-capitals': {
    title: 'keeps part numbers in capitals, without spaces around them',
    latitude: 'letter case and spaces at the ends of part numbers may be evened out',
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
      'refuses names of more than 50 characters, titles of 64, descriptions of 500, readable ids of 64, numbers of 24',
    latitude: 'limits of length that the contract does not show are lawful beyond these',
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
    title: 'keeps ten decimals of a number',
    latitude: 'numbers come back within 1e-9',
    changes: [keptNumbers((value) => (Math.abs(value) < 1e12 ? Number(value.toFixed(10)) : value))],
  },
  'numbers-are-kept-in-another-unit': {
    title: 'keeps numbers in another unit than the one that is shown',
    latitude: 'numbers come back within 1e-9 of their size',
    changes: [keptNumbers((value) => (value / 25.4) * 25.4)],
  },
  'numbers-below-zero-are-refused': {
    title: 'answers 422 to a number below zero',
    latitude: 'which values a deployment refuses is not shown',
    changes: [refusedValues((type, value) => type === 'numeric' && typeof value === 'number' && value < 0)],
  },
  'only-working-days-are-dates': {
    title: 'refuses dates of Saturdays and Sundays',
    latitude: 'a value may be refused',
    changes: [refusedValues((type, value) => type === 'date' && [0, 6].includes(new Date(String(value)).getUTCDay()))],
  },
  'statuses-begin-as-drafts': {
    title: 'creates every status as Draft, whatever is sent',
    latitude: 'which status a workflow accepts at creation is not shown',
    changes: [
      requestsOf(['POST /properties'], (sent) =>
        withBody(sent, (body) => (body['type'] === 'status' ? { ...body, value: 'Draft' } : body)),
      ),
    ],
  },
  'readable-ids-of-properties-follow-their-names': {
    title: 'makes a new readable_id when the name of a property changes',
    latitude: 'a readable_id may follow the name',
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
