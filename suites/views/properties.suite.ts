import {
  entryOf,
  fieldOf,
  isRecord,
  propertyTypes,
  roleOf,
  sameId,
  scenario,
  show,
  succeeded,
  type CheckContext,
  type Claim,
  type Exchange,
  type Identity,
  type MadeProperty,
  type PropertyType,
} from '#suite'
import { agree } from './agree.ts'
import { causes } from './causes.ts'
import { isLeft } from './is-left.ts'
import { needsOf } from './needs-of.ts'
import { filledProperty } from './filled-property.ts'
import { itemList, otherViews, type PropertyRule } from './property-views.ts'
import { propertyWrites, type PropertyWrite } from './property-writes.ts'
import type { View } from './view.ts'

const rules = ['PROP-20', 'PROP-24', 'PROP-26', 'PROP-28', 'PROP-30', 'PROP-33'] as const
type Rule = PropertyRule | 'PROP-33'
type Context = CheckContext<Rule>

interface Row {
  readonly type: PropertyType
  readonly write: PropertyWrite
  readonly as: Identity
  /** Which of the other views this row takes: each type and each write meets each of them. */
  readonly turn: number
}

const rows: readonly Row[] = propertyTypes.flatMap((type, column) =>
  propertyWrites
    .filter(({ types }) => types?.includes(type) ?? true)
    .map((write, line) => ({
      type,
      write,
      as: (column + line) % 2 === 0 ? ('own' as const) : ('same-organization' as const),
      turn: column + line,
    })),
)

for (const row of rows)
  scenario(
    `a ${row.type} property is the same in all views after ${row.write.name}${row.as === 'own' ? '' : ' by another user'}`,
    {
      verifies: rules,
      covers: ['PROP-12', 'PROP-13'],
      needs: needsOf(row.as),
      causedBy: causes.property,
    },
    (context) => afterTheWrite(context, row),
  )

for (const type of ['numeric', 'matrix'] as const)
  scenario(
    `a ${type} property is the same in all views where its creation names no unit`,
    { verifies: rules, covers: ['PROP-12'], needs: ['write'], causedBy: causes.property },
    async (context) => {
      const { api, given, verify } = context
      const item = await given.item()
      const named = Object.entries(await given.propertyBody(type, item))
      const json = Object.fromEntries(named.filter(([field]) => !['unit', 'category'].includes(roleOf([field]) ?? '')))
      const exchange = await api.send('createProperty', { json, broken: 'no unit' })
      const id = fieldOf(exchange, 'id')
      if (!succeeded(exchange) || typeof id !== 'string')
        return given.untestable({ reason: 'capability-absent', cause: `a ${type} whose creation names no unit` })
      const property = { id, type, item, body: json, exchange }
      const read = async () => given.requireSuccess(await given.read('property', id), 'PROP-27')
      await agree({ given, verify }, { kind: 'property', read, views: [itemList(given, property)] })
    },
  )

async function afterTheWrite(context: Context, { type, write, as, turn }: Row): Promise<void> {
  const { given, verify } = context
  const neighbour = await lastingNeighbour(context, type)
  const { item } = neighbour
  const written = { property: await filledProperty(given, type, item), neighbour }
  const { property } = written
  if (!write.changes.includes('description')) await describe(context, property)
  const read = async (): Promise<Exchange> => given.requireSuccess(await given.read('property', property.id), 'PROP-27')
  const list = itemList(given, property)
  // What is kept for the next reader shows only where somebody has read before.
  const before = await read()
  const listed = await list.look(before)
  const answer = await write.send(context, written, as)
  if (write.by !== undefined) given.requireSuccess(answer, write.by)
  const others = otherViews(given, property, isRecord(before.json) ? before.json : {})
  const views = [list, ...others.slice(turn % others.length).slice(0, 1), ...answerViews(answer, property.id)]
  // lawful: a result that is computed a little later than its formula
  const late = type === 'formula' ? ['value'] : []
  const after = await agree({ given, verify }, { kind: 'property', read, views, except: late })
  const except = [...late, ...(succeeded(answer) ? write.changes : [])]
  verify('PROP-33', after.read).that(isLeftBy(write, before, after.read, except))
  const [page] = after.seen
  if (page) verify('PROP-33', page.answer).that(isLeftAlone(neighbour, listed.answer, page.answer))
}

/** lawful: the result of a formula is computed a little later, and follows its source */
function isLeftAlone({ id, type }: MadeProperty, before: Exchange, after: Exchange): Claim {
  const except = type === 'formula' ? [...moving, 'value'] : moving
  return isLeft('its neighbour', {
    kind: 'property',
    before: entryOf(before, id),
    after: entryOf(after, id),
    except,
  })
}

/** Whatever happens in an item may count as a change of what is in it. */
const moving = ['updatedAt', 'updatedBy']

/** Gives a property something more to lose: the contract shows no description at creation. */
async function describe({ api, given }: Context, { id }: MadeProperty): Promise<void> {
  const json = { description: 'before the write' }
  given.requireSuccess(await api.send('updateProperty', { path: { property_id: id }, json }), 'PROP-32')
}

/** A property beside those that are written to; nobody changes it. */
function lastingNeighbour({ given, session }: Context, type: PropertyType): Promise<MadeProperty> {
  const next = propertyTypes[(propertyTypes.indexOf(type) + 1) % propertyTypes.length] ?? 'text'
  return session.shared(`neighbour of ${type} properties that are written to`, async () =>
    filledProperty(given, next, await given.item()),
  )
}

/** What the answer to a write shows; the contract shows no answer to an update, so that one without the record says nothing. */
function answerViews(answer: Exchange, id: string): ReadonlyArray<View<Rule>> {
  if (!succeeded(answer) || !sameId(fieldOf(answer, 'id'), id)) return []
  return [
    {
      name: 'the answer to the write',
      missing: 'PROP-33',
      differs: 'PROP-33',
      // lawful: work that is done shortly after the answer
      except: ['updatedAt', 'updatedBy'],
      look: () => Promise.resolve({ answer, record: answer.json }),
    },
  ]
}

/** Claims that only what a write gives is another, in the description as in any documented field where the record shows one. */
function isLeftBy({ name }: PropertyWrite, before: Exchange, after: Exchange, changes: readonly string[]): Claim {
  const what = `what ${name} leaves`
  const except = [...changes, ...moving]
  const same = isLeft(what, { kind: 'property', before: before.json, after: after.json, except })
  const [described, now] = [fieldOf(before, 'description'), fieldOf(after, 'description')]
  const isKept = changes.includes('description') || typeof described !== 'string' || described === now
  return isKept ? same : { ...same, holds: false, expected: show(described), received: show(now) }
}
