import { isDeepStrictEqual } from 'node:util'
import { asText, assume, each, fieldOf, instantOf, propertyTypes, roleOf, scenario, succeeded } from '#suite'
import type { CheckContext, Exchange, PropertyType } from '#suite'
import { needsOf } from './needs-of.ts'
import { sharedItem } from '../shared/shared-place.ts'
import { earlierDescription, propertyRows, propertyHistory, typeBeside, unchangedBeside } from './property-history.ts'
import type { PropertyRow, ViewRule } from './property-history.ts'
import { itemList, propertyLists } from './property-views.ts'
import { shownFields } from './shown-fields.ts'
import { compare, snapshotOf } from './consistency.ts'
import { changeOf, type History, type Change, acceptedOf, isAccepted } from './history.ts'
import { type PropertyWrite } from './property-writes.ts'

const rules = ['PROP-20', 'PROP-24', 'PROP-26', 'PROP-28', 'PROP-30', 'PROP-33'] as const
type Context = CheckContext<ViewRule>

// `propertyHistory`: POST /properties, GET /properties/{id} and the lists (`before`), what `write` sends as `actor`, and the reads again
// (`after`). A snapshot holds the read by id and what each view showed; `compare` claims that they agree.
for (const { name, type, write, actor, isDescribed } of propertyRows)
  scenario(
    `after ${write.name}${actor === 'own' ? '' : ' by another user'}, a ${type} property is the same in all views`,
    { verifies: rules, covers: ['PROP-12', 'PROP-13'], needs: needsOf({ actor }) },
    async (context) => {
      const { given, verify } = context
      const history = await propertyHistory(context, name)
      const { ledBy, ...change } = changeOf(history, name)
      requireWritten(given, change, write)
      compare(verify, change.after, ledBy)
      const read = change.after.read
      const except = [...changingFields(type), ...acceptedOf(change, write.changes)]
      // lawful: what was rejected has changed nothing
      const kept = shownFields('property', change.before.read.json, { except })
      verify('PROP-33', read, ledBy).shows(kept, { where: isAccepted(change) })
      const where = isDescribed && showsDescriptions(type, history)
      verify('PROP-33', read, ledBy).shows({ description: earlierDescription }, { where })
    },
  )

for (const { actor, ...row } of propertyRows.filter(({ write: { by } }) => by === 'PROP-32'))
  scenario(
    `an update of a ${row.type} property accepts ${row.write.name}`,
    { verifies: ['PROP-32'], needs: needsOf({ actor }) },
    async (context) => {
      context.verify('PROP-32', await answerToOpen({ actor, ...row }, context)).isAccepted()
    },
  )

/** The answer to a write. lawful: what is done is not changed any more; then it is sent to a property with the status that it began with. */
async function answerToOpen(
  { name, type, write, actor }: PropertyRow,
  context: CheckContext<'PROP-32'>,
): Promise<Exchange | undefined> {
  const { answer } = changeOf(await propertyHistory(context, name), name)
  if (type !== 'status' || answer === undefined || succeeded(answer)) return answer
  const property = await context.given.property(type, { item: await sharedItem(context, 'updates') })
  return write.send(context, property, actor)
}

for (const type of propertyTypes)
  scenario(
    `changes of ${type} properties, and a publication, do not change another property of the item in any view`,
    { verifies: [...rules, 'PROP-38'], needs: ['write'] },
    async (context) => {
      const { verify } = context
      // Snapshots of a property that no step of the history changes.
      const { before, after, ledBy } = changeOf(await propertyHistory(context), unchangedBeside(type))
      compare(verify, after, ledBy)
      const kept = shownFields('property', before.read.json, { except: changingFields(typeBeside(type)) })
      verify('PROP-33', after.read, ledBy).shows(kept)
      // The first read follows the creation at once.
      verify('PROP-38', before.read).isDatedNow('createdAt')
    },
  )

for (const type of propertyTypes)
  scenario(
    `every change of a ${type} property moves updatedAt`,
    { verifies: ['PROP-38'], needs: ['write'] },
    async (context) => {
      const changes = changesIn(type, await propertyHistory(context))
      assume(changes.length > 0, 'no update changed what the property shows, or times were in whole seconds')
      await each(changes, async ({ write, change }) => {
        const [earlier, later] = [change.before.read, change.after.read].map((read) =>
          asText(fieldOf(read, 'updatedAt')),
        )
        // A time that moves by a millisecond moves: matchers compare times less precisely.
        context.verify('PROP-38', change.after.read, change.ledBy).that({
          claim: `${write.name} moves updatedAt`,
          holds: earlier !== later,
          expected: `another time than ${earlier}`,
          received: String(later),
          criterion: {
            kind: 'same',
            expected: change.before.read.json,
            received: change.after.read.json,
            fields: ['updatedAt'],
            differs: true,
          },
        })
      })
    },
  )

for (const type of ['numeric', 'matrix'] as const)
  scenario(
    `a ${type} property created without a unit is the same in all views`,
    { verifies: rules, covers: ['PROP-12'], needs: ['write'] },
    async (context) => {
      const { api, given, verify } = context
      const item = await sharedItem(context, 'numbers without a unit')
      const named = Object.entries(await given.propertyBody(type, item))
      const json = Object.fromEntries(named.filter(([field]) => !['unit', 'category'].includes(roleOf([field]) ?? '')))
      const exchange = await api.send('createProperty', { json, broken: 'no unit' })
      const id = fieldOf(exchange, 'id')
      assume(succeeded(exchange) && typeof id === 'string', {
        reason: 'capability-absent',
        cause: `the target rejected a ${type} property without a unit`,
      })
      const read = async () => given.requireSuccess(await given.read('property', id), 'PROP-27')
      const record = { kind: 'property', read, views: [itemList(propertyLists(given, item), id)] } as const
      compare(verify, await snapshotOf(given, record))
    },
  )

/** A write that the contract shows must be accepted before anything is claimed of it. */
function requireWritten(given: Context['given'], { answer }: Pick<Change<ViewRule>, 'answer'>, { by }: PropertyWrite) {
  if (answer !== undefined && by !== undefined) given.requireSuccess(answer, by)
}

/** Fields of which nobody doubts that another content of them is a change of the property. */
const telling = ['name', 'value', 'display_unit'] as const

/**
 * The updates that a property shows, in what they may change: what else has changed is the concern of PROP-33, and a value that is
 * lost the concern of the rule of its type. lawful: times of a second's resolution; a result that follows its source
 */
function changesIn(type: PropertyType, history: History<ViewRule>): readonly WrittenProperty[] {
  const written = writtenIn(type, history)
  // One time may end in a zero by chance.
  if (!written.some(({ change }) => showsMilliseconds(change.before.read))) return []
  return written.filter(({ write, change }) => isShownChange(change, write.changes))
}

interface WrittenProperty {
  readonly write: PropertyWrite
  readonly change: Change<ViewRule>
}

function writtenIn(type: PropertyType, history: History<ViewRule>): readonly WrittenProperty[] {
  return propertyRows
    .filter((row) => row.type === type)
    .flatMap(({ name, write }) => {
      const one = history.get(name)
      return one?.status === 'fulfilled' ? [{ write, change: one.value }] : []
    })
}

function showsMilliseconds(read: Exchange): boolean {
  return (instantOf(fieldOf(read, 'updatedAt'))?.milliseconds ?? 0) % 10 !== 0
}

function isShownChange({ before, answer, after: { read } }: Change<ViewRule>, changed: readonly string[]): boolean {
  const isComputed = fieldOf(read, 'type') === 'formula'
  const isLost = (field: string) => (fieldOf(read, field) ?? null) === null
  const differs = telling
    .filter((field) => changed.includes(field) && !(isComputed && field === 'value') && !isLost(field))
    .some((field) => !isDeepStrictEqual(fieldOf(read, field), fieldOf(before.read, field)))
  const isTimed = instantOf(fieldOf(before.read, 'updatedAt')) !== undefined
  return succeeded(answer) && differs && isTimed
}

/** Whatever happens in an item may count as a change of what is in it. lawful: the result of a formula is computed a little later, and follows its source. */
function changingFields(type: PropertyType): readonly string[] {
  return ['updatedAt', 'updatedBy', ...(type === 'formula' ? ['value'] : [])]
}

/** The contract shows no description in a property: a target that never shows one has none to lose. */
function showsDescriptions(type: PropertyType, history: History<ViewRule>): boolean {
  return writtenIn(type, history).some(({ change }) => typeof fieldOf(change.after.read, 'description') === 'string')
}
