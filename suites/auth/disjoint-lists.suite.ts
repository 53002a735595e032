import {
  assume,
  entriesOf,
  idsOf,
  pick,
  scenario,
  type CheckContext,
  type EndpointId,
  type Given,
  type Session,
} from '#suite'
import { productsOf, workspacesRead } from './products-of.ts'

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>
type Key = 'own' | 'other-organization'
type Filter = Readonly<Record<string, string | boolean>>

const pageSize = 200
/** Pages of a list that are compared; where an organization has more, its first ones tell. */
const pages = 3

/** Ids of the first pages of a list under one of the two keys; empty where the list is refused without a filter. */
const firstIds =
  (endpoint: EndpointId, filter: Filter = {}) =>
  async ({ api }: Sources, as: Key): Promise<readonly string[]> => {
    const ids: string[] = []
    for (let page = 0; page < pages; page += 1) {
      const answer = await api.send(endpoint, { as, query: { ...filter, limit: pageSize, offset: page * pageSize } })
      ids.push(...idsOf(answer))
      if (idsOf(answer).length < pageSize) break
    }
    return ids.filter((id) => id !== '')
  }

async function productsByWorkspace({ given, session }: Sources, as: Key): Promise<readonly string[]> {
  const workspaces = (await given.workspaces(as)).slice(0, workspacesRead)
  const answers = await Promise.all(
    workspaces.map((id) => (as === 'own' ? productsOf({ given, session }, id) : given.listProducts(id, { as }))),
  )
  return answers.flatMap((answer) => idsOf(answer))
}

const lists = {
  workspaces: firstIds('listWorkspaces'),
  products: firstIds('listProducts'),
  'products by workspace': productsByWorkspace,
  // A list that is narrowed down may be looked up in another place, where the organization is forgotten.
  'products found by a search': firstIds('listProducts', { q: 'conformance' }),
  items: firstIds('listItems'),
  properties: firstIds('listProperties'),
  'properties of one type': firstIds('listProperties', { type: 'text' }),
  'properties with the deleted ones': firstIds('listProperties', { includeDeleted: true }),
  files: firstIds('listFiles'),
} satisfies Readonly<Record<string, (sources: Sources, as: Key) => Promise<readonly string[]>>>

for (const [name, ids] of Object.entries(lists))
  scenario(
    `the two organizations' lists of ${name} have nothing in common`,
    { verifies: ['AUTH-09'], needs: ['second-key'] },
    async ({ api, session, given, verify }) => {
      const made = await makeSomething(session, given)
      const own = new Set(await ids({ api, given, session }, 'own'))
      const foreign = await ids({ api, given, session }, 'other-organization')
      assume(own.size > 0 && foreign.length > 0, nothingShown(name))
      // Lists that are given to the wrong one of the two have nothing in common either.
      const wrong = [...foreign, ...made].filter((id) => own.has(id))
      verify('AUTH-09').that({
        claim: `the list of ${name} shows nothing that another organization lists or has made`,
        holds: wrong.length === 0,
        expected: 'no such id',
        received: `${wrong.length} of them, such as ${wrong[0] ?? ''}`,
      })
    },
  )

/** So many people are hardly members of both organizations, all of them. */
const crowd = 3

scenario(
  "the two organizations' lists of users are not the same",
  { verifies: ['USER-02'], needs: ['second-key'] },
  async ({ api, verify }) => {
    const own = new Set(await firstUsers({ api }, 'own'))
    const foreign = await firstUsers({ api }, 'other-organization')
    const fewer = Math.min(own.size, foreign.length)
    assume(fewer > 0, nothingShown('users'))
    const common = foreign.filter((id) => own.has(id)).length
    // lawful: a person may belong to both organizations, and a small one may be the same few people.
    assume(common !== fewer || fewer >= crowd, {
      reason: 'missing-fixture',
      cause: 'two organizations of other people',
    })
    verify('USER-02').that({
      claim: 'not everybody of one list of users is in the other',
      holds: common < fewer,
      expected: 'people who are in one of the two only',
      received: `all ${fewer} people of one in the other`,
    })
  },
)

/** lawful: each organization may number its users by itself: a person is the same where what the record calls them is the same as well. */
async function firstUsers({ api }: Pick<CheckContext, 'api'>, as: Key): Promise<readonly string[]> {
  const entries = entriesOf(await api.send('listOrganizationUsers', { as, query: { limit: pageSize } }))
  return entries
    .filter(({ id }) => typeof id === 'string' && id !== '')
    .map((user) => JSON.stringify(pick(user, ['id', 'email', 'userName', 'name'])).toLowerCase())
}

function nothingShown(name: string) {
  const cause = `the list of ${name} shows nothing to one of the two keys without a filter`
  return { reason: 'missing-fixture', cause } as const
}

/** Where writes are allowed, both organizations have something in every list; gives the ids of what the other one has made. */
async function makeSomething(session: Session, given: Given): Promise<readonly string[]> {
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
