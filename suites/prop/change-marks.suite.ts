import { setTimeout as pause } from 'node:timers/promises'
import { fieldOf, instantOf, scenario, type CheckContext, type Exchange } from '#suite'
import { sharedItem } from '../subjects/shared-place.ts'
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

/** A property before and after a change of its description. */
async function changed(
  context: Pick<CheckContext, 'given' | 'session'>,
  update: (id: string) => Promise<Exchange>,
  wait: number,
): Promise<Moved> {
  const { given } = context
  const { id } = await given.property('text', { item: await sharedItem(context, 'updates') })
  const before = given.requireSuccess(await given.read('property', id), 'PROP-27')
  await pause(wait)
  given.requireSuccess(await update(id), 'PROP-32')
  return { before, after: given.requireSuccess(await given.read('property', id), 'PROP-27') }
}

scenario(
  'a change of a property moves updatedAt and leaves createdAt',
  { verifies: ['PROP-38'], needs, causedBy: ['PROP-09'] },
  async (context) => {
    const { api, given, verify } = context
    const update = (id: string): Promise<Exchange> =>
      api.send('updateProperty', { path: { property_id: id }, json: { description: `changed ${given.word()}` } })
    const quick = await changed(context, update, 0)
    // lawful: a second's resolution
    const moved = hasMoved(quick) ? quick : await changed(context, update, anotherSecond)
    verify('PROP-38', moved.after).that({
      claim: 'a change of the description moves updatedAt forward',
      holds: hasMoved(moved),
      expected: `later than ${String(fieldOf(moved.before, 'updatedAt'))}`,
      received: String(fieldOf(moved.after, 'updatedAt')),
    })
    verify('PROP-38', moved.after).equals({
      claim: 'a change of the description leaves createdAt',
      expected: instantOf(fieldOf(moved.before, 'createdAt')),
      received: instantOf(fieldOf(moved.after, 'createdAt')),
    })
  },
)

function hasMoved({ before, after }: Moved): boolean {
  const [earlier, later] = [before, after].map((read) => instantOf(fieldOf(read, 'updatedAt')))
  return earlier !== undefined && later !== undefined && later.milliseconds > earlier.milliseconds
}
