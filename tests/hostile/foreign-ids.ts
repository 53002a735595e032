import { unspoiled, type Spoil } from './relay.ts'
import type { Reference } from '../../reference/start-reference.ts'

/** Everything that both organizations have, as the interface shows it, a line a record. */
export async function everythingIn({
  baseUrl,
  keys,
}: {
  readonly baseUrl: string
  readonly keys: Pick<Reference['keys'], 'own' | 'otherOrganization'>
}): Promise<readonly string[]> {
  const lists = [keys.own, keys.otherOrganization].flatMap((key) =>
    ['workspaces', 'products', 'items', 'properties', 'files'].map((kind) => wholeList({ baseUrl, key, kind })),
  )
  return (await Promise.all(lists)).flat()
}

interface List {
  readonly baseUrl: string
  readonly key: string
  readonly kind: string
}

async function wholeList({ baseUrl, key, kind }: List): Promise<readonly string[]> {
  const lines: string[] = []
  for (let offset = 0; ; offset += 200) {
    const url = `${baseUrl}/v1/public/${kind}?limit=200&offset=${offset}`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
    const page: { readonly items: readonly object[] } = JSON.parse(await answer.text())
    lines.push(...page.items.map((entry) => `${kind} ${JSON.stringify(entry)}`))
    if (page.items.length < 200) return lines
  }
}

const kinds = ['products', 'items', 'properties', 'files'] as const

/** Records of a kind that are there before a run, to be named in place of what it makes. */
export async function recordsOf({
  baseUrl,
  keys,
}: Pick<Reference, 'baseUrl'> & { readonly keys: Pick<Reference['keys'], 'own'> }): Promise<
  ReadonlyMap<string, readonly string[]>
> {
  const entries = kinds.map(async (kind): Promise<[string, readonly string[]]> => {
    const lines = await wholeList({ baseUrl, key: keys.own, kind })
    return [kind, lines.map((line) => line.slice(kind.length + 1))]
  })
  return new Map(await Promise.all(entries))
}

export interface Naming {
  readonly form: 'id only' | 'whole record'
  /** Of so many creations one is answered so. */
  readonly every: number
  /** What part of the path of a creation is answered so; all without it. */
  readonly of?: string
}

/** Answers creations with the id of another record, or with that whole record, as a cache or a search for an earlier request might. */
export function namesOthers(records: ReadonlyMap<string, readonly string[]>, { form, every, of = '' }: Naming): Spoil {
  let made = 0
  let answered = 0
  return (answer, response) => {
    const [, kind = '', bulk] = /^\/v1\/public\/(\w+)(\/bulk)?/.exec(answer.asked.url ?? '') ?? []
    const others = records.get(kind) ?? []
    const isMeant = answer.asked.method === 'POST' && (answer.asked.url ?? '').includes(of)
    if (!isMeant || answer.status > 299 || others.length === 0) return unspoiled(answer, response)
    answered += 1
    if (answered % every !== 0) return unspoiled(answer, response)
    const next = (): Readonly<Record<string, unknown>> => JSON.parse(others[(made += 1) % others.length] ?? '{}')
    const replaced = (record: object): object => (form === 'id only' ? { ...record, id: next()['id'] } : next())
    const sent: object = JSON.parse(answer.body.toString())
    const body = bulk === undefined ? replaced(sent) : bulkOf(sent, replaced)
    const { 'content-length': _, ...headers } = answer.headers
    unspoiled({ ...answer, headers, body: Buffer.from(JSON.stringify(body)) }, response)
  }
}

/** Every record in the lists of a bulk's answer, or in the list that it is. */
function bulkOf(answer: object, replaced: (record: object) => object): unknown {
  if (Array.isArray(answer)) return answer.map((record: object) => replaced(record))
  const entries = Object.entries(answer).map(([name, value]: [string, unknown]) => [
    name,
    Array.isArray(value) ? value.map((record: object) => replaced(record)) : value,
  ])
  return Object.fromEntries(entries)
}
