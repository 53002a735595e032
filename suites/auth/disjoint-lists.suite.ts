import { assume, entriesOf, idsOf, pick, scenario, succeeded, asText, rejected, requestOf } from '#suite'
import type { Claim, EndpointId, Entry, Given, Session, Sources } from '#suite'
import { productsOf, workspacesRead } from './products-of.ts'
import { queryText } from './query-text.ts'

type Key = 'own' | 'other-organization'
type Filter = Readonly<Record<string, string | boolean>>

const pageSize = 200
/** Pages of a list that are compared; if an organization has more, its first ones tell. */
const pages = 3

/** Ids of the first pages of a list under one of the two keys; untestable if the target rejects the list without a filter. */
async function firstIds(
  { api }: Pick<Sources, 'api'>,
  { endpoint, as, filter = {} }: { readonly endpoint: EndpointId; readonly as: Key; readonly filter?: Filter },
): Promise<readonly string[]> {
  const ids: string[] = []
  for (let page = 0; page < pages; page += 1) {
    const answer = await api.send(endpoint, { as, query: { ...filter, limit: pageSize, offset: page * pageSize } })
    assume(!rejected(answer), rejectedWithoutFilter(endpoint))
    ids.push(...idsOf(answer))
    if (idsOf(answer).length < pageSize) break
  }
  return ids.filter((id) => id !== '')
}

/** The list after its first entry: a query of its own may build later pages, and forget the organization. */
async function idsFromOffset1({ api }: Pick<Sources, 'api'>, endpoint: EndpointId): Promise<readonly string[]> {
  const answer = await api.send(endpoint, { query: { limit: pageSize, offset: 1 } })
  assume(!rejected(answer), rejectedWithoutFilter(endpoint))
  assume(succeeded(answer), nothingShown(requestOf(endpoint)))
  return idsOf(answer)
}

/** What the other organization lists; read once per session, since the owner of a record does not change. */
function listedThere({ api, session }: Pick<Sources, 'api' | 'session'>, endpoint: EndpointId) {
  return session.shared(`${endpoint} of the other organization`, () =>
    firstIds({ api }, { endpoint, as: 'other-organization' }),
  )
}

/** Lists without a filter, or with one: a query of its own may build a filtered list, and forget the organization. */
const wholeLists = [
  { endpoint: 'listWorkspaces', filter: {} },
  { endpoint: 'listProducts', filter: {} },
  { endpoint: 'listProducts', filter: { q: 'conformance' } },
  { endpoint: 'listItems', filter: {} },
  { endpoint: 'listProperties', filter: {} },
  { endpoint: 'listProperties', filter: { type: 'text' } },
  { endpoint: 'listProperties', filter: { includeDeleted: true } },
  { endpoint: 'listFiles', filter: {} },
] as const

// `firstIds` sends GET of a list page by page with one of the two keys, `listedThere` with that of the other organization.
for (const { endpoint, filter } of wholeLists) {
  const list = `${requestOf(endpoint)}${queryText(filter)}`
  scenario(
    `${list} shows no entry of another organization`,
    { verifies: ['AUTH-09'], needs: ['second-key'] },
    async ({ api, session, given, verify }) => {
      const created = await createForeignRecords(session, given)
      const own = await firstIds({ api }, { endpoint, as: 'own', filter })
      const foreign = await listedThere({ api, session }, endpoint)
      assume(own.length > 0 && foreign.length > 0, nothingShown(list))
      // Two swapped lists have nothing in common either, so the ids of created records must be absent as well.
      verify('AUTH-09').omits([...created, ...foreign], { of: list, among: entriesWith(own), to: 'own' })
    },
  )
}

for (const endpoint of ['listWorkspaces', 'listProducts', 'listItems', 'listProperties', 'listFiles'] as const)
  scenario(
    `${requestOf(endpoint)}?offset=1 shows no entry of another organization`,
    { verifies: ['AUTH-09'], needs: ['second-key'] },
    async ({ api, session, given, verify }) => {
      const created = await createForeignRecords(session, given)
      const among = entriesWith(await idsFromOffset1({ api }, endpoint))
      const foreign = await listedThere({ api, session }, endpoint)
      const of = `${requestOf(endpoint)}?offset=1`
      assume(foreign.length > 0, nothingShown(of))
      verify('AUTH-09').omits([...created, ...foreign], { of, among, to: 'own' })
    },
  )

async function productsByWorkspace({ given, session }: Sources, as: Key): Promise<readonly string[]> {
  const workspaces = (await given.workspaces(as)).slice(0, workspacesRead)
  const answers = await Promise.all(
    workspaces.map((id) => (as === 'own' ? productsOf({ given, session }, id) : given.listProducts(id, { as }))),
  )
  return answers.flatMap((answer) => idsOf(answer))
}

function productsThere(sources: Sources): Promise<readonly string[]> {
  const read = () => productsByWorkspace(sources, 'other-organization')
  return sources.session.shared('products of the other organization by workspace', read)
}

scenario(
  'GET /products of each workspace shows no entry of another organization',
  { verifies: ['AUTH-09'], needs: ['second-key'] },
  async ({ api, session, given, verify }) => {
    const created = await createForeignRecords(session, given)
    const own = await productsByWorkspace({ api, given, session }, 'own')
    const foreign = await productsThere({ api, given, session })
    const of = 'GET /products of each workspace'
    assume(own.length > 0 && foreign.length > 0, nothingShown(of))
    verify('AUTH-09').omits([...created, ...foreign], { of, among: entriesWith(own), to: 'own' })
  },
)

scenario(
  'GET /products?q=conformance of a workspace shows no entry of another organization',
  { verifies: ['AUTH-09'], needs: ['second-key'] },
  async ({ api, session, given, verify }) => {
    const created = await createForeignRecords(session, given)
    const query = { q: 'conformance', limit: pageSize }
    const answer = await given.listProducts(await given.workspace(), { query })
    const foreign = await productsThere({ api, given, session })
    const of = 'GET /products?q=conformance of a workspace'
    assume(foreign.length > 0, nothingShown(of))
    verify('AUTH-09').omits([...created, ...foreign], { of, among: entriesWith(idsOf(answer)), to: 'own' })
  },
)

function entriesWith(ids: readonly string[]): readonly Entry[] {
  return [...new Set(ids)].map((id) => ({ id }))
}

/** Three people who are all in both organizations: then both keys are shown one list. */
const fewestInBoth = 3

scenario(
  'GET /organization/users returns different users for two organizations',
  { verifies: ['USER-02'], needs: ['second-key'] },
  async ({ api, verify }) => {
    const query = { limit: pageSize }
    const users = entriesOf(await api.send('listOrganizationUsers', { as: 'own', query }))
    const others = entriesOf(await api.send('listOrganizationUsers', { as: 'other-organization', query }))
    assume(users.length > 0 && others.length > 0, nothingShown('GET /organization/users'))
    const [own, foreign] = [peopleIn(users), peopleIn(others)]
    const smaller = Math.min(own.size, foreign.size)
    assume(smaller > 0, 'the target showed users without an email address or an id')
    // lawful: a person may belong to both organizations, and a small one may have only such people.
    const isSmallAndTheSame = isOneWithinTheOther(own, foreign) && smaller < fewestInBoth
    assume(!isSmallAndTheSame, { reason: 'missing-fixture', cause: 'the two organizations had the same few users' })
    verify('USER-02').that(neitherIsWithinTheOther(own, foreign))
  },
)

/** People by what identifies them, each with an id or an address. */
type People = ReadonlyMap<string, string>

function isOneWithinTheOther(own: People, foreign: People): boolean {
  const [here, there] = [new Set(own.keys()), new Set(foreign.keys())]
  return here.isSubsetOf(there) || there.isSubsetOf(here)
}

function neitherIsWithinTheOther(own: People, foreign: People): Claim {
  return {
    claim: 'the users of the two lists are not all the same',
    holds: !isOneWithinTheOther(own, foreign),
    expected: 'at least one person in each list who is not in the other',
    received: `all ${Math.min(own.size, foreign.size)} people of one list in the other`,
    ...(own.size === foreign.size && {
      criterion: { kind: 'same', expected: [...foreign.values()], received: [...own.values()], differs: true },
    }),
  }
}

/** Fields that may identify a user; the contract does not show the record of a user. */
const identifiers = ['id', 'userId', 'user_id', 'email'] as const

/**
 * The users whom an id or an address identifies, which a name alone does not. lawful: each organization may number its users by
 * itself: a person is the same if the names in the record are the same as well.
 */
function peopleIn(users: readonly Entry[]): People {
  const identified = users.filter(isIdentified).map((user) => {
    const names = Object.keys(user).filter(isName)
    const id = identifiers.map((field) => user[field]).find(isFilledText)
    return [JSON.stringify(pick(user, [...identifiers, ...names]), inLowerCase), asText(id).toLowerCase()] as const
  })
  return new Map(identified)
}

/** A number, which another organization may give to somebody else, identifies a user only beside a name. */
function isIdentified(user: Entry): boolean {
  const shown = identifiers.map((field) => user[field]).filter((value) => isFilledText(value))
  return (
    shown.some((value) => !/^\d{1,9}$/.test(asText(value))) ||
    (shown.length > 0 && Object.keys(user).some((field) => isName(field) && isFilledText(user[field])))
  )
}

function inLowerCase(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}

function isName(field: string): boolean {
  return /name$/iu.test(field)
}

function isFilledText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

/** Why a list cannot be compared. lawful: a list may require its filter. */
function rejectedWithoutFilter(endpoint: EndpointId): string {
  return `the target rejected ${requestOf(endpoint)} without a filter`
}

function nothingShown(list: string) {
  const cause = `without a filter, ${list} was empty for one of the two keys`
  return { reason: 'missing-fixture', cause } as const
}

/** The ids of records of the other organization, created if writes are allowed, so that each of its lists has an entry. */
async function createForeignRecords(session: Session, given: Given): Promise<readonly string[]> {
  if (session.configuration.mode === 'read-only') return []
  return session.shared('something in every list', async () => {
    try {
      const [file, { id, item }] = await Promise.all([given.foreignFile(), given.foreignProperty()])
      return [file.id, id, item.id, item.product.id].map((one) => one.toLowerCase())
    } catch {
      return []
    }
  })
}
