import { assume, each, entryOf, isRecord, pick, sameId, scenario, asText, shownId } from '#suite'
import type { CheckContext, Entry, Exchange, Sources } from '#suite'
import { workspaceById } from '../shared/workspace-by-id.ts'

const largestPage = 200

scenario('workspaces are listed', { verifies: ['WS-01'], covers: ['WS-02'] }, async ({ api, verify }) => {
  const answer = await api.send('listWorkspaces')
  verify('WS-01', answer).hasStatus(200)
  verify('WS-01', answer).has('items')
})

scenario('each product is in a listed workspace', { verifies: ['WS-01'] }, async ({ api, given, verify }) => {
  const products = await api.send('listProducts', { query: { limit: 200 } })
  const listed = await wholeList({ api, given })
  // A target may ask for the workspace; then its products tell nothing of the others.
  const places = given.entriesOf(products).map(({ workspace_id: id }) => id)
  // Of a list that is longer than its largest page the rest is not looked through.
  assume(given.entriesOf(listed).length < largestPage, {
    reason: 'missing-fixture',
    cause: `the organization had ${largestPage} workspaces or more`,
  })
  await each(new Set(places.filter((id) => typeof id === 'string')), async (place) => {
    // lawful: a workspace may go with all its products, between the two lists too. One that the key must not read is not listed.
    assume(entryOf(listed, place) !== undefined || (await given.read('workspace', place)).status === 200)
    verify('WS-01', listed).lists(place, { beside: [products] })
  })
})

const documented = ['name', 'readable_id'] as const
/** Read by id at most; an organization may have many. */
const readAtMost = 20

scenario(
  'a workspace by id is the same as in the list',
  { verifies: ['WS-03'], covers: ['WS-02'] },
  async (context) => {
    const { api, given, verify } = context
    const entries = given.entriesOf(await wholeList({ api, given })).slice(0, readAtMost)
    await each(entries, async (entry) => {
      const id = shownId(entry)
      const { single, listed } = await readUnchanged(context, id, entry)
      // lawful: others may remove a workspace meanwhile: what the list says of it now counts.
      assume(listed !== undefined)
      verify('WS-03', single).hasStatus(200)
      verify('WS-03', single).shows({ id, name: listed['name'], readable_id: listed['readable_id'] })
    })
  },
)

interface Seen {
  readonly single: Exchange
  readonly listed: Entry | undefined
}

/** So often others hardly rename a workspace between each two readings. */
const attempts = 6

/**
 * A workspace by itself and in the list. lawful: others may rename it: if they differ, what it says before and after the list is
 * the same.
 */
async function readUnchanged(sources: Sources, id: string, entry: Entry): Promise<Seen> {
  const { api, given } = sources
  let single = await workspaceById(sources, id)
  if (describe(fieldsOf(single)) === describe(entry)) return { single, listed: entry }
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const listed = await listedNow({ api, given }, id)
    const after = await given.read('workspace', id)
    const isSame = after.status === single.status && describe(fieldsOf(after)) === describe(fieldsOf(single))
    if (listed === undefined || isSame) return { single: after, listed }
    single = after
  }
  return given.untestable({
    reason: 'blocked',
    blockedBy: ['GEN-04'],
    cause: 'the workspace changed between two reads',
  })
}

function fieldsOf({ json }: Exchange): Entry {
  return isRecord(json) ? json : {}
}

scenario('all workspaces have different ids', { verifies: ['WS-04'] }, async ({ api, given, verify }) => {
  const listed = await wholeList({ api, given })
  const entries = given.entriesOf(listed)
  assume(entries.length >= 2, {
    reason: 'missing-fixture',
    needs: 'fixture:two-workspaces',
    remedy: 'create a second workspace in the web application: the organization has only one',
  })
  const control = entries.find((one) =>
    entries.some((other) => sameId(one['id'], other['id']) && describe(one) !== describe(other)),
  )
  verify('WS-04', listed).that({
    claim: 'all workspaces of the list have different ids',
    holds: control === undefined,
    expected: `${entries.length} workspaces with different ids`,
    received: `two under ${asText(control?.['id'])}`,
    criterion: { kind: 'distinct' },
  })
})

async function listedNow(sources: Pick<CheckContext, 'api' | 'given'>, id: string): Promise<Entry | undefined> {
  return entryOf(await wholeList(sources), id)
}

/** As much of the list as one page may hold. */
async function wholeList({ api, given }: Pick<CheckContext, 'api' | 'given'>): Promise<Exchange> {
  return given.requireSuccess(await api.send('listWorkspaces', { query: { limit: largestPage } }), 'WS-01')
}

/** The same workspace listed twice is a matter of the list. */
function describe(workspace: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(pick(workspace, documented))
}
