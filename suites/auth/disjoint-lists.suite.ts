import { assume, entriesOf, idsOf, pick, scenario, succeeded, asText, rejected } from '#suite'
import type { CheckContext, EndpointId, Entry, Given, Session, Sources } from '#suite'
import { productsOf, workspacesRead } from './products-of.ts'

type Key = 'own' | 'other-organization'
type Filter = Readonly<Record<string, string | boolean>>

const pageSize = 200
/** Pages of a list that are compared; if an organization has more, its first ones tell. */
const pages = 3

interface ComparedList {
  readonly own: (sources: Sources) => Promise<readonly string[]>
  readonly foreign: (sources: Sources) => Promise<readonly string[]>
  /** The comparison is conclusive even if the own list is empty. */
  readonly mayOwnBeEmpty?: true
}

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

/** What the other organization lists; read once per session, since the owner of a record does not change. */
const listedThere =
  (endpoint: EndpointId): ComparedList['foreign'] =>
  ({ api, session }) =>
    session.shared(`${endpoint} of the other organization`, () =>
      firstIds({ api }, { endpoint, as: 'other-organization' }),
    )

const listOf = (endpoint: EndpointId, filter?: Filter): ComparedList => ({
  own: ({ api }) => firstIds({ api }, { endpoint, as: 'own', ...(filter && { filter }) }),
  foreign: listedThere(endpoint),
})

/** The list after its first entry: a query of its own may build later pages, and forget the organization. */
const restOf = (endpoint: EndpointId): ComparedList => ({
  own: async ({ api }) => {
    const answer = await api.send(endpoint, { query: { limit: pageSize, offset: 1 } })
    assume(!rejected(answer), rejectedWithoutFilter(endpoint))
    assume(succeeded(answer), nothingShown(endpoint))
    return idsOf(answer)
  },
  foreign: listedThere(endpoint),
  mayOwnBeEmpty: true,
})

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

const lists: Readonly<Record<string, ComparedList>> = {
  workspaces: listOf('listWorkspaces'),
  'workspaces from offset 1': restOf('listWorkspaces'),
  products: listOf('listProducts'),
  'products from offset 1': restOf('listProducts'),
  'products by workspace': {
    own: (sources) => productsByWorkspace(sources, 'own'),
    foreign: productsThere,
  },
  // A query of its own may build a filtered list, and forget the organization.
  'products found by a search': listOf('listProducts', { q: 'conformance' }),
  'products found by a search in a workspace': {
    own: async ({ given }) => {
      const query = { q: 'conformance', limit: pageSize }
      return idsOf(await given.listProducts(await given.workspace(), { query }))
    },
    foreign: productsThere,
    mayOwnBeEmpty: true,
  },
  items: listOf('listItems'),
  'items from offset 1': restOf('listItems'),
  properties: listOf('listProperties'),
  'properties from offset 1': restOf('listProperties'),
  'properties of one type': listOf('listProperties', { type: 'text' }),
  'properties with includeDeleted': listOf('listProperties', { includeDeleted: true }),
  files: listOf('listFiles'),
  'files from offset 1': restOf('listFiles'),
}

for (const [name, list] of Object.entries(lists))
  scenario(
    `the lists of ${name} of two organizations have no entry in common`,
    { verifies: ['AUTH-09'], needs: ['second-key'] },
    async ({ api, session, given, verify }) => {
      const created = await createForeignRecords(session, given)
      const own = new Set(await list.own({ api, given, session }))
      const foreign = await list.foreign({ api, given, session })
      assume((own.size > 0 || list.mayOwnBeEmpty === true) && foreign.length > 0, nothingShown(name))
      const among = [...own].map((id) => ({ id }))
      // Two swapped lists have nothing in common either, so the ids of created records must be absent as well.
      verify('AUTH-09').omits([...created, ...foreign], { of: `the list of ${name}`, among, to: 'own' })
    },
  )

/** So many people are hardly members of both organizations, all of them. */
const tooManyInBoth = 3

scenario(
  'the lists of users of two organizations differ',
  { verifies: ['USER-02'], needs: ['second-key'] },
  async ({ api, verify }) => {
    const [users, others] = [await firstUsers({ api }, 'own'), await firstUsers({ api }, 'other-organization')]
    assume(users.length > 0 && others.length > 0, nothingShown('users'))
    const [own, foreign] = [new Set(identifiersOf(users)), identifiersOf(others)]
    const fewer = Math.min(own.size, foreign.length)
    assume(fewer > 0, 'the target showed users without an email address and without an id of their own')
    const common = foreign.filter((id) => own.has(id)).length
    // lawful: a person may belong to both organizations, and a small one may be the same few people.
    assume(common !== fewer || fewer >= tooManyInBoth, {
      reason: 'missing-fixture',
      cause: 'the two organizations had the same few users',
    })
    verify('USER-02').that({
      claim: 'the users of the two lists are not all the same',
      holds: common < fewer,
      expected: 'people who are in one of the two only',
      received: `all ${fewer} people of one in the other`,
      ...(own.size === foreign.length && {
        criterion: { kind: 'same', expected: idsIn(foreign), received: idsIn([...own]), differs: true },
      }),
    })
  },
)

function idsIn(users: readonly string[]): readonly string[] {
  return users.map((user) => {
    const entry: Entry = JSON.parse(user)
    return asText(identifiers.map((name) => entry[name]).find(isTold))
  })
}

async function firstUsers({ api }: Pick<CheckContext, 'api'>, as: Key): Promise<readonly Entry[]> {
  return entriesOf(await api.send('listOrganizationUsers', { as, query: { limit: pageSize } }))
}

/** What may tell a user from others; the record of a user is not shown. */
const identifiers = ['id', 'userId', 'user_id', 'email'] as const

/**
 * Those whom an id or an address tells from others, which a name alone does not. lawful: each organization may number its users
 * by itself: a person is the same if what the record calls them is the same as well.
 */
function identifiersOf(users: readonly Entry[]): readonly string[] {
  return users
    .filter(isToldApart)
    .map((user) => JSON.stringify(pick(user, [...identifiers, ...Object.keys(user).filter(isName)]), inLowerCase))
}

/** Whether anything tells a user from others: a number that another organization gives out as well, only beside a name. */
function isToldApart(user: Entry): boolean {
  const told = identifiers.map((name) => user[name]).filter((value) => isTold(value))
  return (
    told.some((value) => !/^\d{1,9}$/.test(asText(value))) ||
    (told.length > 0 && Object.keys(user).some((field) => isName(field) && isTold(user[field])))
  )
}

function inLowerCase(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}

function isName(field: string): boolean {
  return /name$/iu.test(field)
}

function isTold(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

/** Why a list cannot be compared. lawful: a list may require its filter. */
function rejectedWithoutFilter(endpoint: EndpointId): string {
  return `the target rejected ${endpoint} without a filter`
}

function nothingShown(name: string) {
  const cause = `the list of ${name} was empty for one of the two keys without a filter`
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
