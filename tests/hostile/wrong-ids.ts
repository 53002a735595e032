import type { RequirementId } from '../../lib/contract/requirement.ts'
import { serverKeys } from '../../proof/servers/independent-server.ts'
import { namesOthers } from './foreign-ids.ts'
import { unspoiled, type Relayed, type Spoil } from './relay.ts'

/** What was there before the run, by kind, a line of JSON each. */
export type Foreign = ReadonlyMap<string, readonly string[]>

/** Another user of the organization, who works on the service itself. */
export interface User {
  /** What this user has made or changed, as it was shown then. */
  readonly rows: ReadonlySet<string>
  read(path: string): Promise<Row | undefined>
  list(kind: string): Promise<readonly Row[]>
  write(method: string, path: string, json: object): Promise<void>
}

export interface WrongIds {
  readonly what: string
  /** A rule that the target breaks by it, or whether it breaks any; `undefined` where these checks cannot tell. */
  readonly breaks: RequirementId | boolean | undefined
  readonly spoil?: (foreign: Foreign) => Spoil
  /** What another user does after so many creations of products, with what was made first and last. */
  readonly act?: (user: User, made: Made) => Promise<void>
}

export interface Made {
  readonly product: Row
  readonly item: Row
}

type Row = Readonly<Record<string, unknown>>

const base = '/v1/public'

/** What a creation breaks that answers with the id of something else. */
const ruleOf = {
  products: 'PROD-17',
  items: 'ITEM-03',
  properties: 'PROP-29',
  files: 'UP-01',
  'items/bulk': 'BULK-01',
  'properties/bulk': 'BULK-02',
} as const satisfies Readonly<Record<string, RequirementId>>

const kinds = ['products', 'items', 'properties', 'files'] as const

const creations: readonly WrongIds[] = (['id only', 'whole record'] as const).flatMap((form) =>
  ([...kinds, 'items/bulk', 'properties/bulk'] as const).map((of) => ({
    what: `a creation of ${of} answers with another record (${form})`,
    breaks: form === 'id only' ? ruleOf[of] : true,
    spoil: (foreign) => namesOthers(foreign, { form, every: 2, of: `${base}/${of}` }),
  })),
)

const lists: readonly WrongIds[] = kinds.map((kind) => ({
  what: `a creation and the list of ${kind} agree on the id of another`,
  breaks: ruleOf[kind],
  spoil: (foreign) => mapping(foreign, { kind, isShownIn: ({ asked }) => !isOfOne(asked.url, kind) }),
}))

const reads: readonly WrongIds[] = kinds.map((kind) => ({
  what: `a read of ${kind} shows another record under the id that was asked for`,
  breaks: true,
  spoil: (foreign) => {
    const others = recordsIn(foreign, kind)
    let read = 0
    return (answer, response) => {
      const { method, url } = answer.asked
      if (method !== 'GET' || !isOfOne(url, kind) || answer.status !== 200 || isForeign(answer, others))
        return unspoiled(answer, response)
      read += 1
      // Not those of the first moments: a service that shows nothing right is not judged for long.
      return read % 4 === 0
        ? reply(answer, response, { ...others[read % others.length], id: idIn(url) })
        : unspoiled(answer, response)
    }
  },
}))

const searches: readonly WrongIds[] = [
  {
    what: 'a search adds its term to each name, and creations answer with others',
    breaks: true,
    spoil: (foreign) => {
      const naming = namesOthers(foreign, { form: 'id only', every: 2, of: `${base}/products` })
      return (answer, response) => (isSearch(answer) ? termAdded(answer, response, 'name') : naming(answer, response))
    },
  },
  ...['name', 'readable_id', 'description', 'link'].map((field) => ({
    what: `a search adds its term to the ${field} of each entry`,
    breaks: field !== 'link',
    spoil: (): Spoil => (answer, response) =>
      isSearch(answer) ? termAdded(answer, response, field) : unspoiled(answer, response),
  })),
  {
    what: 'a list gives each entry the id of the next',
    breaks: true,
    spoil: () => (answer, response) => {
      const items = itemsOf(answer)
      if (answer.asked.method !== 'GET' || items.length < 2) return unspoiled(answer, response)
      const moved = items.map((row, index) => ({ ...row, id: items[(index + 1) % items.length]?.['id'] }))
      return reply(answer, response, { ...parsed(answer), items: moved })
    },
  },
  {
    what: 'an update answers with the id of another',
    breaks: undefined,
    spoil: (foreign) => (answer, response) => {
      const [, kind = ''] = /public\/(\w+)\//.exec(answer.asked.url ?? '') ?? []
      const [other] = recordsIn(foreign, kind)
      if (answer.asked.method !== 'PATCH' || answer.status > 299 || !other) return unspoiled(answer, response)
      return reply(answer, response, { ...parsed(answer), id: other['id'] })
    },
  },
]

/** What other users do on a service that is sound. */
const users: readonly WrongIds[] = [
  ...['Copy of {name}', 'Why is {run} in our workspace?', '{name} (2)', '{run}'].map((title) => ({
    what: `another user makes "${title}"`,
    breaks: false,
    act: (user: User, { product }: Made) => {
      const name = String(product['name'])
      const titled = title.replace('{name}', name).replace('{run}', name.split(' ')[1] ?? '')
      return user.write('POST', 'products', { ...placeOf(product), name: titled, readable_id: `copy_${Date.now()}` })
    },
  })),
  {
    what: 'another user makes a copy under the same name in another workspace',
    breaks: false,
    act: async (user, { product }) => {
      const workspaces = await user.list('workspaces')
      const other = workspaces.find(({ id }) => id !== product['workspace_id'])
      const { name, readable_id } = product
      await user.write('POST', 'products', { workspace_id: other?.['id'], name, readable_id })
    },
  },
  {
    what: 'another user adds an item to a product of the run',
    breaks: false,
    act: (user, { product }) => user.write('POST', 'items', { productId: product['id'], title: 'Bolt' }),
  },
  {
    what: 'another user adds a property to an item of the run',
    breaks: false,
    act: (user, { item }) =>
      user.write('POST', 'properties', { itemId: item['id'], name: 'Colour', kind: 'Text', value: 'red' }),
  },
  {
    what: 'another user gives a product of the run a new name',
    breaks: false,
    act: (user, { product }) => user.write('PATCH', `products/${String(product['id'])}`, { name: 'Taken over' }),
  },
  {
    what: 'another user gives a product of the run a new name and readable_id',
    breaks: false,
    act: (user, { product }) =>
      user.write('PATCH', `products/${String(product['id'])}`, { name: 'Mine', readable_id: `mine_${Date.now()}` }),
  },
]

export const wrongIds: readonly WrongIds[] = [...creations, ...lists, ...reads, ...searches, ...users]

/** Those of which each run tries one. */
export const sampleOfWrongIds: readonly WrongIds[] = [...creations.slice(0, 3), ...lists.slice(0, 1), ...users.slice(3)]

/** Another user, whose requests do not pass the relay. */
export function userOf(baseUrl: string): User {
  const rows = new Set<string>()
  const ask = async (method: string, path: string, json?: object): Promise<Row | undefined> => {
    const headers = { authorization: `Bearer ${serverKeys.own}`, 'content-type': 'application/json' }
    const init = { method, headers, ...(json && { body: JSON.stringify(json) }) }
    const answer = await fetch(`${baseUrl}${base}/${path}`, init)
    const body: Row = JSON.parse(await answer.text())
    return answer.ok ? body : undefined
  }
  const read: User['read'] = (path) => ask('GET', path)
  return {
    rows,
    read,
    list: async (kind) => {
      const { items } = (await read(`${kind}?limit=200`)) ?? {}
      return Array.isArray(items) ? items : []
    },
    write: async (method, path, json) => {
      const row = await ask(method, path, json)
      if (!row) throw new Error(`${method} ${path} was refused`)
      rows.add(`${path.split('/')[0]} ${JSON.stringify(row)}`)
    },
  }
}

interface Mapping {
  readonly kind: string
  /** Whether an answer gives the id of the other in place of its own. */
  readonly isShownIn: (answer: Relayed) => boolean
}

/** Gives every second new record the id of another, in its creation and in other answers. */
function mapping(foreign: Foreign, { kind, isShownIn }: Mapping): Spoil {
  const others = recordsIn(foreign, kind)
  const ids = new Map<unknown, unknown>()
  let made = 0
  const mapped = (row: Row): Row => (ids.has(row['id']) ? { ...row, id: ids.get(row['id']) } : row)
  return (answer, response) => {
    const { method, url = '' } = answer.asked
    const json = answer.status < 300 && url.includes(`${base}/${kind}`) ? parsed(answer) : {}
    if (method === 'POST' && typeof json['id'] === 'string') {
      made += 1
      if (made % 2 === 0) ids.set(json['id'], others[made % others.length]?.['id'])
      return reply(answer, response, mapped(json))
    }
    if (method !== 'GET' || !isShownIn(answer) || !Array.isArray(json['items'])) return unspoiled(answer, response)
    return reply(answer, response, { ...json, items: itemsOf(answer).map(mapped) })
  }
}

function termAdded(answer: Relayed, response: Parameters<Spoil>[1], field: string): void {
  const term = new URL(answer.asked.url ?? '', 'http://target').searchParams.get('q') ?? ''
  const items = itemsOf(answer).map((row) => ({ ...row, [field]: `${String(row[field] ?? '')} ${term}`.trim() }))
  reply(answer, response, { ...parsed(answer), items })
}

function isSearch({ asked: { method, url = '' }, status }: Relayed): boolean {
  return method === 'GET' && status === 200 && /\/products\?.*\bq=./.test(url)
}

function isOfOne(url: string | undefined, kind: string): boolean {
  return new RegExp(`^${base}/${kind}/[^/?]+(?:\\?|$)`).test(url ?? '')
}

function idIn(url = ''): string {
  return /\/([^/?]+)(?:\?|$)/.exec(url)?.[1] ?? ''
}

function isForeign({ asked }: Relayed, others: readonly Row[]): boolean {
  return others.some(({ id }) => id === idIn(asked.url))
}

function recordsIn(foreign: Foreign, kind: string): readonly Row[] {
  return (foreign.get(kind) ?? []).map((line): Row => JSON.parse(line))
}

function parsed({ body }: Relayed): Row {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function itemsOf(answer: Relayed): readonly Row[] {
  const { items } = parsed(answer)
  return Array.isArray(items) ? items : []
}

function placeOf({ workspace_id }: Row): Row {
  return { workspace_id }
}

function reply(answer: Relayed, response: Parameters<Spoil>[1], json: unknown): void {
  const { 'content-length': _, ...headers } = answer.headers
  unspoiled({ ...answer, headers, body: Buffer.from(JSON.stringify(json)) }, response)
}
