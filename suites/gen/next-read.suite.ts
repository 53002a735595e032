import { setTimeout as delay } from 'node:timers/promises'
import { assume, blocked, fieldOf, scenario, type Exchange } from '#suite'
import { writes, type View } from './fresh-views.ts'

/** Until when a late read counts as late, and not as one that never comes. */
const latest = 4_000
const betweenReads = 400

for (const [what, prepare] of Object.entries(writes))
  scenario(
    `${what} is shown by the next read, wherever it is to be seen`,
    { verifies: ['GEN-06'], needs: ['write'] },
    async ({ api, given, session, verify }) => {
      const { write, by, isUnstated, views } = await prepare({ api, given, session })
      // What is kept for the next reader shows only where somebody has read before.
      for (const { read } of Object.values(views)) await read()
      given.requireSuccess(await write(), by)
      const looks = Object.entries(views).map(async ([name, view]) => ({ name, view, first: await view.read() }))
      for (const { name, view, first } of await Promise.all(looks)) {
        const late = view.shows(first) ? undefined : await comesLate(view)
        // What never shows is no matter of time, and breaks the rule about what was written.
        if (late === false) {
          const cause = `${what} never shows in ${name}`
          given.untestable(
            isUnstated ? { reason: 'capability-absent', cause } : { reason: 'blocked', blockedBy: [by], cause },
          )
        }
        verify('GEN-06', first).that({
          claim: `${name} after ${what} shows what was just written`,
          holds: late === undefined,
          expected: 'the state after the write',
          received: 'the state before it, and the new one later',
        })
      }
    },
  )

const isChanged = (read: Exchange): boolean => fieldOf(read, 'description') === 'after'

scenario(
  'a read with another key shows what was just written',
  { verifies: ['GEN-06'], needs: ['write', 'same-org-key|control:create-key'], causedBy: ['AUTH-23'] },
  async ({ api, given, verify }) => {
    const as = 'same-organization'
    const { id } = await given.product({ description: 'before' })
    const read = (): Promise<Exchange> => api.send('getProduct', { path: { product_id: id }, as })
    // What is kept for a reader shows only where that one has read before.
    given.requireSuccess(await read(), 'AUTH-23')
    given.requireSuccess(await given.update(id, { description: 'after' }), 'PROD-41')
    const first = await read()
    assume(
      isChanged(first) || (await comesLate({ read, shows: isChanged })),
      blocked('PROD-41', 'the update never shows'),
    )
    verify('GEN-06', first).that({
      claim: 'a read with another key shows what was just written',
      holds: isChanged(first),
      expected: 'the state after the write',
      received: 'the state before it, and the new one later',
      hint: 'each user may have a cache, of which only that of the writer is emptied',
    })
  },
)

async function comesLate({ read, shows }: View): Promise<boolean> {
  const end = Date.now() + latest
  while (Date.now() < end) {
    await delay(betweenReads)
    if (shows(await read())) return true
  }
  return false
}
