import {
  assume,
  entryOf,
  fieldOf,
  inTurn,
  isRecord,
  propertyTypes,
  sameId,
  sameRecord,
  sameRows,
  scenario,
  succeeded,
  type CheckContext,
  type Exchange,
  type MadeItem,
  type PropertyType,
  type RequirementId,
  type Row,
} from '#suite'
import { createdProperty, creationOf } from './created-property.ts'
import { isUnknown } from '../subjects/is-marked-deleted.ts'
import { linkOf } from '../subjects/usages.ts'
import { learnedOf } from '../subjects/learned-creation.ts'
import { sharedItem } from '../subjects/shared-place.ts'
import { undone } from '../subjects/undo-creation.ts'
import type { MisplacedCreation } from '../subjects/misplaced-creation.ts'
import { deleteFilled, laterItem } from '../subjects/delete-item.ts'

const needs = ['write'] as const

type Id = 'PROP-04' | 'PROP-29' | 'PROP-30'

interface Claimed {
  readonly title: (type: PropertyType) => string
  readonly verifies: readonly Id[]
  readonly causedBy?: readonly RequirementId[]
  readonly of: (type: PropertyType, context: CheckContext<Id>) => Promise<void>
}

/** What is claimed of the creation of each type. */
const claims: readonly Claimed[] = [
  {
    title: (type) => `the creation of a ${type} property is answered with 201 and the property`,
    verifies: ['PROP-29'],
    of: async (type, context) => {
      const { answer } = await learnedOf(context, 'PROP-29', { learn: () => creationOf(type, context) })
      const [id, references] = [fieldOf(answer, 'id'), fieldOf(answer, 'references')]
      context.verify('PROP-29', answer).hasStatus(201)
      context.verify('PROP-29', answer).that({
        claim: 'the answer is the property, with its references',
        holds: typeof id === 'string' && Array.isArray(references),
        expected: 'an id and an array of references',
        received: `id ${typeof id}, references ${typeof references}`,
        criterion: { kind: 'field', name: typeof id === 'string' ? 'references' : 'id', shown: true },
      })
    },
  },
  {
    title: (type) => `a created ${type} property is there by id and in its item's list`,
    verifies: ['PROP-30', 'PROP-04'],
    causedBy: ['PROP-27'],
    of: async (type, context) => {
      const { given, verify } = context
      const { id, item, answer } = await createdProperty(type, context)
      // lawful: an index of lists may lag, which is blamed on GEN-06 alone
      const listed = await given.eventually(
        () => given.listProperties(item.id, { query: { limit: 100 } }),
        (list) => given.lists(list, { id }),
      )
      verify('PROP-30', given.requireSuccess(listed, 'PROP-19')).lists(id, 'the list holds the created property')
      const read = await given.read('property', id)
      verify('PROP-30', read).hasStatus(200)
      const records = [answer, read, { ...listed, json: entryOf(listed, id) }]
      verify('PROP-04', records).that((record) => ({
        claim: 'item_id is the item that the property was created on',
        where: typeof fieldOf(record, 'item_id') === 'string',
        holds: sameId(fieldOf(record, 'item_id'), item.id),
        expected: item.id,
        received: String(fieldOf(record, 'item_id')),
      }))
    },
  },
  {
    title: (type) => `a ${type} property by id is the one that its creation answered`,
    verifies: ['PROP-30'],
    causedBy: ['PROP-05', 'PROP-09', 'PROP-26', 'PROP-27', 'PROP-31'],
    of: async (type, context) => {
      const { id, answer } = await createdProperty(type, context)
      const read = context.given.requireSuccess(await context.given.read('property', id), 'PROP-27')
      context.verify('PROP-30', read).that(
        sameRecord('what the creation and the record both show', {
          kind: 'property',
          expected: answer.json,
          received: read.json,
          shows: 'partial',
          // lawful: work that is done shortly after the answer moves the time, and brings the result of a formula
          except: ['updatedAt', 'updatedBy', 'item_id', ...(type === 'formula' ? ['value'] : [])],
        }),
      )
    },
  },
]

for (const { title, of, ...options } of claims)
  for (const type of propertyTypes) scenario(title(type), { ...options, needs }, (context) => of(type, context))

interface SentReference {
  readonly file_link_id: string
  readonly page: number
}

/**
 * Which of two files, and where. The first page is where a count from zero shows; another one is not what a page is by default,
 * and two pages of one file are two references.
 */
const places = [
  { file: 0, page: 12 },
  { file: 1, page: 1 },
  { file: 0, page: 3 },
] as const

/** A property whose creation gives references into two files, where the target knows such a field. */
async function propertyWithReferences(item: MadeItem, context: CheckContext<'PROP-29' | 'PROP-37'>) {
  const { api, given, observe } = context
  const links = [
    linkOf((await given.file(item.id)).exchange.json) ?? '',
    linkOf((await given.file(item.id)).exchange.json) ?? '',
  ]
  if (links.includes(''))
    return given.untestable({ reason: 'blocked', blockedBy: ['UP-04'], cause: 'the upload shows no link to refer to' })
  const all = places.map(({ file, page }): SentReference => ({ file_link_id: links[file] ?? '', page }))
  const create = async (references: readonly SentReference[]) => {
    const json = await given.propertyBody('text', item, { references })
    return { sent: references, answer: await api.send('createProperty', { json }) }
  }
  const whole = await create(all)
  // lawful: one reference to a file
  const { sent, answer } = whole.answer.status < 400 ? whole : await create(all.slice(0, links.length))
  observe('PROP-37', 'references at creation', answer.status)
  if (answer.status >= 400) return given.untestable(noReferences)
  const id = String(fieldOf(answer, 'id'))
  const read = given.requireSuccess(await given.read('property', id), 'PROP-27')
  // lawful: the payload is not shown, so references may be a field that the target does not know and ignores
  const areIgnored = referencesIn(answer.json).length === 0 && referencesIn(read.json).length === 0
  if (areIgnored && !(await refusesReferences('no list', item, context))) return given.untestable(noReferences)
  return { sent, id, answer, read }
}

const noReferences = { reason: 'capability-absent', cause: 'the target takes no references at creation' } as const

function showsReferences(sent: readonly SentReference[], { json }: Exchange) {
  return {
    claim: 'the references are those that were sent',
    holds: sent.every(({ file_link_id: link, page }) => referencesIn(json).includes(`${link.toLowerCase()} ${page}`)),
    expected: sent.map(({ file_link_id: link, page }) => `${link} ${page}`).join(', '),
    received: referencesIn(json).join(', '),
    criterion: { kind: 'rows', expected: sent.map((one) => ({ ...one })), received: rowsOf(json) } as const,
  }
}

scenario(
  'references that a creation gives come back',
  { verifies: ['PROP-26', 'PROP-29', 'PROP-37'], needs },
  async (context) => {
    const { given, verify } = context
    const item = await sharedItem(context, 'references')
    const { sent, id, answer, read } = await propertyWithReferences(item, context)
    verify('PROP-29', [answer, read]).that((shown) => showsReferences(sent, shown))
    const listed = given.requireSuccess(await given.listProperties(item.id, { query: { limit: 100 } }), 'PROP-19')
    const entry = entryOf(listed, id)
    assume(entry !== undefined)
    verify('PROP-26', listed).equals({
      claim: 'the list shows the references that the record shows',
      ...sameRows(rowsOf(read.json), rowsOf(entry)),
    })
  },
)

const misplaced: ReadonlyArray<MisplacedCreation<'PROP-36'>> = [
  {
    what: 'an unknown item',
    send: async (context) => {
      const { api, given } = context
      const { answer: control, item } = await createdProperty('text', context)
      const json = await given.propertyBody('text', { ...item, id: given.unknownId() })
      const answer = await api.send('createProperty', { json, broken: 'an unknown item' })
      return { control, answer: await undone(context, 'property', answer) }
    },
  },
  {
    what: 'a deleted item',
    send: async (context) => {
      const { api, given } = context
      const item = await laterItem(context)
      const { exchange: control } = await given.property('text', { item })
      const json = await given.propertyBody('text', item)
      await deleteFilled(context, item)
      // lawful: one that is only marked as deleted may have properties, for all that the contract says
      assume(isUnknown(await given.read('item', item.id)))
      return { control, answer: await api.send('createProperty', { json, broken: 'a deleted item' }) }
    },
    hint: 'the item may be looked up among the deleted ones too',
  },
]

for (const { what, send, ...hint } of misplaced)
  scenario(`a property for ${what} is refused`, { verifies: ['PROP-36'], needs }, async (context) => {
    const { control, answer } = await send(context)
    context.verify('PROP-36', answer).isRefused({ control, ...hint })
  })

scenario('several properties for an unknown item are refused', { verifies: ['PROP-36'], needs }, async (context) => {
  const { api, given, verify } = context
  const item = await sharedItem(context, 'references')
  const control = given.requireSuccess(
    await api.send('createPropertiesInBulk', { json: await given.propertyBulk(item) }),
    'BULK-02',
  )
  const json = await given.propertyBulk({ ...item, id: given.unknownId() })
  const answer = await api.send('createPropertiesInBulk', { json, broken: 'an unknown item' })
  const made = madeBy(answer)
  await inTurn(made, (id) => given.remove('property', id))
  verify('PROP-36', answer).that({
    claim: 'several properties for an unknown item are not made',
    holds: made.length === 0,
    expected: 'a refusal, or nothing made',
    received: `${answer.status} with ${made.length} properties (after ${control.status} for a known item)`,
  })
})

scenario('a hint of another type is observed', { verifies: ['PROP-37'], needs }, async (context) => {
  const { id } = await createdProperty('text', context)
  const hinted = await context.given.read('property', id, { query: { type: 'numeric' } })
  context.observe('PROP-37', 'a text asked for as numeric', hinted.status)
})

const unusual = {
  'a unit on a text': { category: 'Length', display_unit: 'mm' },
  'an unknown body field': { conformance_unknown_field: 1 },
} as const

for (const [what, fields] of Object.entries(unusual))
  scenario(`${what} is observed`, { verifies: ['PROP-37'], needs }, async (context) => {
    const { item } = await createdProperty('text', context)
    const json = await context.given.propertyBody('text', item, fields)
    context.observe('PROP-37', what, (await context.api.send('createProperty', { json })).status)
  })

/** Ids of properties that a bulk creation made, whatever the shape of its answer. */
function madeBy({ status, json }: Exchange): readonly string[] {
  if (!succeeded({ status })) return []
  const lists = [json, ...(isRecord(json) ? Object.values(json) : [])].filter((value) => Array.isArray(value))
  return lists.flatMap((list: readonly unknown[]) =>
    list.flatMap((entry) => (isRecord(entry) && typeof entry['id'] === 'string' ? [entry['id']] : [])),
  )
}

/** Whether a creation with such references is refused: a target that judges the field knows it. */
async function refusesReferences(references: unknown, item: MadeItem, { api, given }: CheckContext<'PROP-29'>) {
  const json = await given.propertyBody('text', item, { references })
  return (await api.send('createProperty', { json, broken: 'references that are no list' })).status === 422
}

function referencesIn(json: unknown): readonly string[] {
  return rowsOf(json).map(({ file_link_id: link, page }) => `${String(link)} ${String(page)}`)
}

function rowsOf(json: unknown): readonly Row[] {
  const references: unknown = isRecord(json) ? json['references'] : undefined
  if (!Array.isArray(references)) return []
  return references
    .filter((one) => isRecord(one))
    .map((one) => ({ file_link_id: String(one['file_link_id']).toLowerCase(), page: one['page'] }))
}
