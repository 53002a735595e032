import { instantOf, isRecord, pick, scenario, type Exchange } from '#suite'
import { sameRecord } from './same-record.ts'

const needs = ['write'] as const
/** A record whose shape is wrong is no other record for that. */
const shapes = ['GEN-02', 'GEN-03', 'PROD-01', 'PROD-02', 'PROD-04', 'PROD-06', 'PROD-14', 'PROD-16'] as const
const fields = ['name', 'description', 'readable_id'] as const

const changes = [
  { what: 'the name', change: (fresh: string) => ({ name: fresh }) },
  { what: 'the description', change: (fresh: string) => ({ description: fresh }) },
  { what: 'the readable_id', change: (fresh: string) => ({ readable_id: fresh.replaceAll(' ', '_') }) },
] as const

for (const { what, change } of changes)
  scenario(
    `a change of ${what} moves updatedAt and leaves createdAt and createdBy`,
    { verifies: ['PROD-50'], needs },
    async ({ given, verify }) => {
      const { id } = await given.product({ description: 'before' })
      const before = await given.readProduct(id)
      given.requireSuccess(await given.update(id, change(given.name())), 'PROD-41')
      let after = await given.readProduct(id)
      if (!hasMoved(before, after)) {
        // Times may be kept to the second: the next change comes in another one.
        await delayed(1100)
        given.requireSuccess(await given.update(id, change(given.name())), 'PROD-41')
        after = await given.readProduct(id)
      }
      verify('PROD-50', after).that({
        claim: `a change of ${what} moves updatedAt forward`,
        holds: hasMoved(before, after),
        expected: `later than ${show(before, 'updatedAt')}`,
        received: show(after, 'updatedAt'),
      })
      verify('PROD-50', after).that(
        sameRecord(`who created the product, and when, after a change of ${what},`, {
          expected: before.json,
          received: after.json,
          except: [...fields, 'updatedAt', 'updatedBy', 'id', 'workspace_id', 'part_number', 'owner'],
        }),
      )
    },
  )

/** Clocks of several machines may differ by less. */
const clocksApart = 250

scenario('a change never moves updatedAt back', { verifies: ['PROD-50'], needs }, async ({ given, verify }) => {
  // At several parts of a second: one of two times may be kept without its fraction.
  for (let go = 0; go < 4; go += 1) {
    const { id, exchange: before } = await given.product()
    given.requireSuccess(await given.update(id, { name: given.name() }), 'PROD-41')
    const after = await given.readProduct(id)
    const [earlier, later] = [before, after].map((read) => instantOf(pick(read.json, ['updatedAt'])['updatedAt']))
    if (earlier && later)
      verify('PROD-50', after).that({
        claim: 'a change does not move updatedAt back',
        holds: later.milliseconds >= earlier.milliseconds - clocksApart,
        expected: `not before ${show(before, 'updatedAt')}`,
        received: show(after, 'updatedAt'),
        hint: 'an update may keep the time in seconds, and a creation in parts of them',
      })
    await delayed(170)
  }
})

scenario(
  'a change by another key leaves who created the product, and who owns it',
  { verifies: ['PROD-42', 'PROD-50'], needs: ['write', 'same-org-key|control:create-key'] },
  async ({ given, session, verify }) => {
    await session.ensureKey('same-organization')
    const { id } = await given.product()
    const before = await given.readProduct(id)
    const change = { name: given.name() }
    const answer = given.requireSuccess(await given.update(id, change, { as: 'same-organization' }), 'AUTH-23')
    for (const after of [answer, await given.readProduct(id)])
      verify('PROD-50', after).equals({
        claim: 'a change by another key leaves createdBy',
        expected: creatorOf(before),
        received: creatorOf(after),
        hint: 'whoever updates may be written down as the creator',
      })
    const read = await given.readProduct(id)
    verify('PROD-42', read).equals({
      claim: 'a change of the name leaves the owner',
      expected: userIn(before, 'owner'),
      received: userIn(read, 'owner'),
    })
  },
)

scenario(
  'a change by another key shows whom that key stands for as updatedBy',
  { verifies: ['PROD-14'], needs: ['write', 'same-org-key|control:create-key'], causedBy: ['AUTH-23'] },
  async ({ given, session, verify }) => {
    await session.ensureKey('same-organization')
    const [mine, theirs] = [await given.product(), await given.product({}, { as: 'same-organization' })]
    const [me, them] = [creatorOf(mine.exchange), creatorOf(theirs.exchange)]
    // Both keys may stand for one user, and then nothing is told apart.
    if (me === undefined || them === undefined || me === them)
      return given.untestable({
        reason: 'capability-absent',
        cause: 'two keys of one organization with users of their own',
      })
    given.requireSuccess(await given.update(mine.id, { name: given.name() }, { as: 'same-organization' }), 'AUTH-23')
    const read = await given.readProduct(mine.id)
    verify('PROD-14', read).equals({
      claim: 'updatedBy is who updated it last',
      expected: them,
      received: userIn(read, 'updatedBy'),
    })
  },
)

scenario(
  'a list shows a change by another key as the record does',
  {
    verifies: ['PROD-41'],
    needs: ['write', 'same-org-key|control:create-key'],
    causedBy: ['AUTH-23', 'GEN-06', 'PROD-42', 'PROD-50', ...shapes],
  },
  async ({ given, session, verify }) => {
    await session.ensureKey('same-organization')
    const as = 'same-organization'
    const { id, workspaceId } = await given.product()
    const before = await given.readProduct(id)
    let name = given.name()
    given.requireSuccess(await given.update(id, { name }, { as }), 'AUTH-23')
    let after = await given.readProduct(id)
    if (!hasMoved(before, after)) {
      // Times may be kept to the second: a list that shows the creation's would not be told from one that is right.
      await delayed(1100)
      name = given.name()
      given.requireSuccess(await given.update(id, { name }, { as }), 'AUTH-23')
      after = await given.readProduct(id)
    }
    const { exchange: list } = await given.search(workspaceId, name)
    for (const entry of given.entriesOf(list).filter((one) => String(one['id']).toLowerCase() === id.toLowerCase()))
      verify('PROD-41', list).that(
        sameRecord('the entry of a list after a change by another key', {
          expected: after.json,
          received: entry,
          except: ['part_number'],
        }),
      )
  },
)

scenario(
  'an assignment and a removal of a part number move updatedAt',
  { verifies: ['PROD-50'], needs: ['write', 'trace'] },
  async ({ given, verify }) => {
    const { id } = await given.product()
    const steps = [
      { what: 'an assignment', by: 'PN-02', number: () => given.partNumber() },
      { what: 'a removal', by: 'PN-03', number: () => null },
    ] as const
    const change = async (pause: number) => {
      const reads = [await given.readProduct(id)]
      for (const { by, number } of steps) {
        await delayed(pause)
        given.requireSuccess(await given.update(id, { part_number: number() }), by)
        reads.push(await given.readProduct(id))
      }
      return steps.map(({ what }, index) => ({ what, before: reads[index], after: reads[index + 1] }))
    }
    const quick = await change(0)
    // Times may be kept to the second: then the changes are made again, each in another one.
    const made = quick.every(({ before, after }) => hasMoved(before, after)) ? quick : await change(1100)
    for (const { what, before, after } of made)
      verify('PROD-50', after).that({
        claim: `${what} of a part number moves updatedAt forward`,
        holds: hasMoved(before, after),
        expected: `later than ${show(before, 'updatedAt')}`,
        received: show(after, 'updatedAt'),
      })
  },
)

/** The id serial: addresses of pictures may be signed anew each time. */
function creatorOf(exchange: Exchange): unknown {
  return userIn(exchange, 'createdBy')
}

function userIn({ json }: Exchange, field: 'createdBy' | 'updatedBy' | 'owner'): unknown {
  const user = isRecord(json) ? json[field] : undefined
  return isRecord(user) ? user['id'] : user
}

function hasMoved(before: Exchange | undefined, after: Exchange | undefined): boolean {
  const [earlier, later] = [before, after].map((read) =>
    instantOf(isRecord(read?.json) ? read.json['updatedAt'] : undefined),
  )
  return earlier !== undefined && later !== undefined && later.milliseconds > earlier.milliseconds
}

function show(read: Exchange | undefined, field: string): string {
  return isRecord(read?.json) ? String(read.json[field]) : 'nothing'
}

function delayed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
