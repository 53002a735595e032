import { setTimeout as pause } from 'node:timers/promises'
import { evenText, fieldOf, instantOf, scenario, type CheckContext, type Exchange } from '#suite'
import { sharedItem } from '../subjects/shared-place.ts'
import { valueField } from '../subjects/value-field.ts'
import { createdProperty } from './created-property.ts'

const needs = ['write'] as const
/** Longer than a second: times may be kept to the second, and then the next change comes in another one. */
const anotherSecond = 1100
/** A database may have a clock of its own. */
const tolerance = 600_000

scenario('a new property is dated now', { verifies: ['PROP-38'], needs, causedBy: ['PROP-09'] }, async (context) => {
  const { given, verify } = context
  const { id, answer: exchange } = await createdProperty('text', context)
  const read = given.requireSuccess(await given.read('property', id), 'PROP-27')
  const now = Date.parse(exchange.headers['date'] ?? '')
  const created = instantOf(fieldOf(read, 'createdAt'))
  // lawful: an answer that tells no clock, or a time that tells no zone
  if (Number.isNaN(now) || !created?.hasOffset)
    return given.untestable({ reason: 'capability-absent', cause: 'answers tell no Date, or times tell no zone' })
  verify('PROP-38', read).that({
    claim: 'a new property was created just now',
    holds: Math.abs(created.milliseconds - now) <= tolerance,
    expected: `about ${new Date(now).toISOString()}`,
    received: String(fieldOf(read, 'createdAt')),
  })
})

interface Moved {
  readonly before: Exchange
  readonly after: Exchange
}

/** A field of a property that is given another text, and how long after the property was read. */
interface Change {
  readonly field: string
  readonly wait: number
}

/** A property before and after a change; nothing where the target accepts none, or does not show it. */
async function changed(
  context: Pick<CheckContext, 'api' | 'given' | 'session'>,
  { field, wait }: Change,
): Promise<Moved | undefined> {
  const { api, given } = context
  const { id } = await given.property('text', { item: await sharedItem(context, 'updates') })
  const before = given.requireSuccess(await given.read('property', id), 'PROP-27')
  await pause(wait)
  const text = `changed ${given.word()}`
  const answer = await api.send('updateProperty', { path: { property_id: id }, json: { [field]: text } })
  if (field === 'description') given.requireSuccess(answer, 'PROP-32')
  const after = given.requireSuccess(await given.read('property', id), 'PROP-27')
  return evenText(fieldOf(after, field)) === evenText(text) ? { before, after } : undefined
}

/** The same, once more in another second where the time has not moved. lawful: a second's resolution */
async function changedInTime(
  context: Pick<CheckContext, 'api' | 'given' | 'session'>,
  field: string,
): Promise<Moved | undefined> {
  const quick = await changed(context, { field, wait: 0 })
  return quick === undefined || hasMoved(quick) ? quick : changed(context, { field, wait: anotherSecond })
}

scenario(
  'a change of a property moves updatedAt and leaves createdAt',
  { verifies: ['PROP-38'], needs, causedBy: ['PROP-09'] },
  async (context) => {
    const { given, verify } = context
    const item = await sharedItem(context, 'updates')
    // lawful: a description that is a note on an update, and no part of the property; a value that no update changes
    const moved =
      (await changedInTime(context, 'description')) ??
      (await changedInTime(context, valueField('text', await given.propertyBody('text', item))))
    if (moved === undefined)
      return given.untestable({ reason: 'capability-absent', cause: 'an update whose change a property shows' })
    verify('PROP-38', moved.after).that({
      claim: 'a change moves updatedAt forward',
      holds: hasMoved(moved),
      expected: `later than ${String(fieldOf(moved.before, 'updatedAt'))}`,
      received: String(fieldOf(moved.after, 'updatedAt')),
    })
    verify('PROP-38', moved.after).equals({
      claim: 'a change leaves createdAt',
      expected: instantOf(fieldOf(moved.before, 'createdAt')),
      received: instantOf(fieldOf(moved.after, 'createdAt')),
    })
  },
)

function hasMoved({ before, after }: Moved): boolean {
  const [earlier, later] = [before, after].map((read) => instantOf(fieldOf(read, 'updatedAt')))
  return earlier !== undefined && later !== undefined && later.milliseconds > earlier.milliseconds
}
