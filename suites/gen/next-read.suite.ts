import { setTimeout as delay } from 'node:timers/promises'
import { assume, blocked, each, inTurn, scenario, type Exchange, fieldOf, type Sources } from '#suite'
import { writes } from './fresh-views.ts'
import type { View, PreparedWrite } from './view.ts'
import { lentFile } from '../shared/lent-file.ts'
import { sharedItem, sharedProduct } from '../shared/shared-place.ts'

const as = 'same-organization'
const after = 'after'

function showsText(field: string, text: string): (read: Exchange) => boolean {
  return (read) => fieldOf(read, field) === text
}

/** A change of one thing of each kind, and how another user of the organization sees it. */
const changesForOthers: Readonly<Record<string, (sources: Sources) => Promise<PreparedWrite>>> = {
  'a product': async ({ given }) => {
    const { id } = await given.product({ description: 'described' })
    return {
      write: () => given.update(id, { description: after }),
      by: 'PROD-41',
      views: { 'a read': { read: () => given.read('product', id, { as }), shows: showsText('description', after) } },
    }
  },
  'an item': async (sources) => {
    const { api, given } = sources
    const { id } = await given.item({ product: await sharedProduct(sources, 'created items') })
    return {
      write: () => api.send('updateItem', { path: { item_id: id }, json: { description: after } }),
      by: 'ITEM-06',
      views: { 'a read': { read: () => given.read('item', id, { as }), shows: showsText('description', after) } },
    }
  },
  'a property': async (sources) => {
    const { api, given } = sources
    const { id } = await given.property('text', { item: await sharedItem(sources, 'reads with another key') })
    const name = given.name()
    return {
      write: () => api.send('updateProperty', { path: { property_id: id }, json: { name } }),
      by: 'PROP-33',
      isUnstated: true,
      views: { 'a read': { read: () => given.read('property', id, { as }), shows: showsText('name', name) } },
    }
  },
  'a file': async (sources) => {
    const { api, given } = sources
    const { id } = await lentFile(sources)
    const userTitle = given.name()
    return {
      write: () => api.send('updateFile', { path: { file_id: id }, json: { userTitle } }),
      by: 'FILE-14',
      views: { 'a read': { read: () => given.read('file', id, { as }), shows: showsText('userTitle', userTitle) } },
    }
  },
}

/** Milliseconds of pauses within which a late read counts as late, and not as one that never comes. */
const latest = 4_000
const betweenReads = 400

// `writes` has each write with its `views`: GET by id and GET of the lists that show it, sent before the write and after.
for (const [what, prepareWrite] of Object.entries(writes))
  scenario(
    `the next read shows ${what}, in every view`,
    // A search that looks at a part of its text or of a name finds other products too, until newer ones fill the page.
    { verifies: ['GEN-06'], needs: ['write'] },
    async ({ api, given, session, verify }) => {
      const prepared = await prepareWrite({ api, given, session })
      const views = Object.entries(prepared.views)
      // What is kept for the next reader shows only if somebody has read before.
      await inTurn(views, ([, { read }]) => read())
      const answer = given.requireSuccess(await prepared.write(), prepared.by)
      const reads = await Promise.all(views.map(async ([name, view]) => ({ name, view, first: await view.read() })))
      await each(reads, async ({ name, view, first }) => {
        const { isEverShown, isShownAtOnce } = await whenShown(view, first, answer)
        assume(isEverShown, neverShows(`${what} never appeared in ${name}`, prepared))
        verify('GEN-06', first).that({ claim: `${name} after ${what} shows the last write`, ...isShownAtOnce })
      })
    },
  )

/** That the first read shows what was written, if a later one does. lawful: a 202 says that it is not done yet */
async function whenShown(view: View, first: Exchange, { status }: Exchange) {
  const holds = view.shows(first)
  return {
    isEverShown: holds || (await comesLate(view)),
    isShownAtOnce: {
      where: status !== 202,
      holds,
      expected: 'the state after the write',
      received: 'the state before the write; the new state only in a later read',
      criterion: { kind: 'settled' },
    },
  } as const
}

/** What never shows is no matter of time, and breaks the rule about what was written. */
function neverShows(cause: string, { isUnstated, by }: PreparedWrite): ReturnType<typeof blocked> {
  return isUnstated ? { reason: 'capability-absent', cause } : blocked(by, cause)
}

// GET by id with the second key, PATCH with the first, and the same GET again.
for (const [what, prepareWrite] of Object.entries(changesForOthers))
  scenario(
    `a read of ${what} with another key shows the last write`,
    { verifies: ['GEN-06'], needs: ['write', 'same-org-key|control:create-key'] },
    async ({ api, given, session, verify }) => {
      const prepared = await prepareWrite({ api, given, session })
      await each(Object.entries(prepared.views), async ([name, view]) => {
        // What is kept for a reader shows only if that one has read before.
        given.requireSuccess(await view.read(), 'AUTH-23')
        const answer = given.requireSuccess(await prepared.write(), prepared.by)
        const first = await view.read()
        const { isEverShown, isShownAtOnce } = await whenShown(view, first, answer)
        assume(isEverShown, neverShows(`the change of ${what} never appeared`, prepared))
        const hint = "cache per user: only the writer's cache seems to be invalidated"
        const claim = `${name} with another key shows the last write`
        verify('GEN-06', first).that({ claim, ...isShownAtOnce, hint })
      })
    },
  )

async function comesLate({ read, shows }: View): Promise<boolean> {
  for (let waited = 0; waited < latest; waited += betweenReads) {
    await delay(betweenReads)
    if (shows(await read())) return true
  }
  return false
}
