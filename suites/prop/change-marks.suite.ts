import { setTimeout as pause } from 'node:timers/promises'
import {
  assume,
  evenText,
  fieldOf,
  instantOf,
  sameRecord,
  scenario,
  showsSeconds,
  succeeded,
  type CheckContext,
  type Claim,
  type Exchange,
} from '#suite'
import { sharedItem } from '../subjects/shared-place.ts'
import { valueField } from '../subjects/value-field.ts'
import { createdProperty } from './created-property.ts'

const needs = ['write'] as const
/** Longer than a second: times may be kept to the second, and then the next change comes in another one. */
const anotherSecond = 1100

scenario('a new property is dated now', { verifies: ['PROP-38'], needs, causedBy: ['PROP-09'] }, async (context) => {
  const { given, verify } = context
  const { id, answer } = await createdProperty('text', context)
  const read = given.requireSuccess(await given.read('property', id), 'PROP-27')
  verify('PROP-38', read).isDatedNow('createdAt', { clock: answer })
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
  // A refused update is judged by the rules of what updates take.
  if (!succeeded(answer)) return undefined
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
    assume(moved !== undefined, 'an update whose change a property shows')
    verify('PROP-38', moved.after).that(movesForward(moved))
    verify('PROP-38', moved.after).isDatedNow('updatedAt')
    const [expected, received] = [moved.before.json, moved.after.json]
    const same = sameRecord('createdAt', { kind: 'property', expected, received, only: ['createdAt'] })
    verify('PROP-38', moved.after).that({ ...same, claim: 'a change leaves createdAt' })
  },
)

function movesForward(moved: Moved): Claim {
  const { before, after } = moved
  const fields = ['updatedAt']
  return {
    claim: 'a change moves updatedAt forward',
    where: showsSeconds(fieldOf(before, 'updatedAt')),
    holds: hasMoved(moved),
    expected: `later than ${String(fieldOf(before, 'updatedAt'))}`,
    received: String(fieldOf(after, 'updatedAt')),
    criterion: { kind: 'same', expected: before.json, received: after.json, fields, differs: true },
  }
}

scenario(
  'a change of a property by another key shows whom that key stands for as updatedBy',
  { verifies: ['PROP-09'], needs: [...needs, 'same-org-key|control:create-key'], causedBy: ['AUTH-23', 'PROD-14'] },
  async (context) => {
    const { api, given, verify } = context
    const as = 'same-organization'
    const item = await sharedItem(context, 'updates')
    const [mine, theirs] = [await given.property('text', { item }), await given.property('text', { item, as })]
    const them = userIn(await given.read('property', theirs.id), 'createdBy')
    const field = valueField('text', mine.body)
    const text = `changed ${given.word()}`
    const path = { property_id: mine.id }
    given.requireSuccess(await api.send('updateProperty', { path, json: { [field]: text }, as }), 'AUTH-23')
    const read = given.requireSuccess(await given.read('property', mine.id), 'PROP-27')
    // lawful: which fields an update takes is not shown, and what it does not take changes nothing
    assume(evenText(fieldOf(read, field)) === text, 'another value of a text property')
    // lawful: both keys may stand for one user, and then nothing is told apart
    const areTwo = them !== undefined && userIn(read, 'createdBy') !== them
    assume(areTwo, 'two keys of one organization with users of their own')
    verify('PROP-09', read).equals({
      claim: 'updatedBy is who updated it last',
      expected: them,
      received: userIn(read, 'updatedBy'),
      criterion: { kind: 'same', expected: them, received: userIn(read, 'updatedBy'), at: '.updatedBy.id' },
    })
  },
)

/** The id of a user, and nothing else: addresses of pictures may be signed anew each time. */
function userIn({ json }: Exchange, field: 'createdBy' | 'updatedBy'): unknown {
  return fieldOf({ json: fieldOf({ json }, field) }, 'id')
}

function hasMoved({ before, after }: Moved): boolean {
  const [earlier, later] = [before, after].map((read) => instantOf(fieldOf(read, 'updatedAt')))
  return earlier !== undefined && later !== undefined && later.milliseconds > earlier.milliseconds
}
