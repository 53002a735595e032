import { setTimeout as pause } from 'node:timers/promises'
import { assume, normalizedText, fieldOf, msUntilAnother, scenario, showsSeconds, succeeded } from '#suite'
import type { Exchange, Sources } from '#suite'
import { anotherSecond, hasMoved, timeOf, type Readings } from '../shared/moved-time.ts'
import { sharedItem } from '../shared/shared-place.ts'
import { updatedProperty } from '../shared/updated-property.ts'
import { valueField } from '../shared/value-field.ts'
import { createdProperty } from './created-property.ts'

const needs = ['write'] as const

scenario('a new property shows the current time in createdAt', { verifies: ['PROP-38'], needs }, async (context) => {
  const { given, verify } = context
  const { id, answer } = await createdProperty('text', context)
  const read = given.requireSuccess(await given.read('property', id), 'PROP-27')
  verify('PROP-38', read).isDatedNow('createdAt', { clock: answer })
})

/** A field of a property that is given another text, and how long after the property was read at least. */
interface Change {
  readonly field: string
  readonly least: number
}

/** PATCH of a property with a new text, and the reads before and after; undefined if the target rejects or does not show it. */
async function updateAfter(context: Sources, { field, least }: Change): Promise<Readings | undefined> {
  const { api, given } = context
  const { id } = await updatedProperty('text', context)
  const before = given.requireSuccess(await given.read('property', id), 'PROP-27')
  await pause(Math.max(least, msUntilAnother(timeOf(before))))
  const text = `changed ${given.word()}`
  const answer = await api.send('updateProperty', { path: { property_id: id }, json: { [field]: text } })
  // A refused update is judged by the rules of what updates take.
  if (!succeeded(answer)) return undefined
  const after = given.requireSuccess(await given.read('property', id), 'PROP-27')
  return normalizedText(fieldOf(after, field)) === normalizedText(text) ? { before, after } : undefined
}

/** The same, and once more in another second if `updatedAt` is unchanged. lawful: a resolution of one second */
async function updateText(context: Sources, field: string): Promise<Readings | undefined> {
  const quick = await updateAfter(context, { field, least: 0 })
  return quick === undefined || hasMoved(quick) ? quick : updateAfter(context, { field, least: anotherSecond })
}

scenario(
  'a change of a property moves updatedAt and keeps createdAt',
  { verifies: ['PROP-38'], needs },
  async (context) => {
    const { given, verify } = context
    const item = await sharedItem(context, 'updates')
    // lawful: a description that is a note on an update, and no part of the property; a value that no update changes
    const updated =
      (await updateText(context, 'description')) ??
      (await updateText(context, valueField('text', await given.propertyBody('text', item))))
    assume(updated !== undefined, 'the target showed no change after an update of a property')
    const former = timeOf(updated.before)
    verify('PROP-38', updated.after).isLaterIn('updatedAt', former, { where: showsSeconds(former) })
    verify('PROP-38', updated.after).isDatedNow('updatedAt')
    verify('PROP-38', updated.after).agreesWith(updated.before.json, { kind: 'property', only: ['createdAt'] })
  },
)

scenario(
  'a change of a property by another key sets updatedBy to the user of that key',
  { verifies: ['PROP-09'], needs: [...needs, 'same-org-key|control:create-key'] },
  async (context) => {
    const { api, given, verify } = context
    const as = 'same-organization'
    const item = await sharedItem(context, 'updates')
    const [mine, theirs] = [await given.property('text', { item }), await given.property('text', { item, as })]
    const them = creatorIn(await given.read('property', theirs.id))
    const field = valueField('text', mine.body)
    const text = `changed ${given.word()}`
    const path = { property_id: mine.id }
    given.requireSuccess(await api.send('updateProperty', { path, json: { [field]: text }, as }), 'AUTH-23')
    const read = given.requireSuccess(await given.read('property', mine.id), 'PROP-27')
    // lawful: which fields an update takes is not shown, and what it does not take changes nothing
    assume(normalizedText(fieldOf(read, field)) === text, 'the target did not show the new value of a text property')
    // lawful: both keys may stand for one user, and then nothing is told apart
    const areTwo = typeof them === 'string' && creatorIn(read) !== them
    assume(areTwo, 'the target showed both keys of the organization as one user')
    verify('PROP-09', read).shows({ updatedBy: { id: them } })
  },
)

/** The id of a user, and nothing else: addresses of pictures may be signed again each time. */
function creatorIn(answer: Exchange): unknown {
  return fieldOf({ json: fieldOf(answer, 'createdBy') }, 'id')
}
