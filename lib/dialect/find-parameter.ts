import { randomUUID } from 'node:crypto'
import { succeeded, type Exchange } from '../client/exchange.ts'
import { entriesIn, isRefused, lastAnswer } from './answer.ts'
import { complaintsOf, type Path } from './complaint.ts'
import type { Found } from './found.ts'
import { roleOf, type Role } from '../service/dialect/role.ts'
import { isDocumentedParameter } from '../service/interface/documented-parameter.ts'
import { asText } from '../contract/show.ts'

type Query = Readonly<Record<string, string>>

export interface ParameterSearch {
  /** What the parameter stands for. */
  readonly role: Role
  readonly candidates: readonly string[]
  /** The name in the target's description: tried first, and believed unless something contradicts it. */
  readonly described?: string | undefined
  /** The field of an entry with the value for the parameter. */
  readonly field: string
  /** Asks for the list. */
  readonly ask: (query: Query) => Promise<Exchange>
  /** What the list answers without the parameter. */
  readonly unasked: () => Promise<Exchange>
  /** An existing id, preferably of a record with contents; creating it may add to the list. */
  readonly realId: () => Promise<string | undefined>
  /** The id of another existing record of the kind, if one is known. */
  readonly anotherId?: (real: string) => Promise<string | undefined>
}

/** The result of a search: the parameter, or why there is none. */
export type SearchResult =
  | Found<string>
  | { readonly value: undefined; readonly empty: boolean; readonly answer: string }

/** Finds the query parameter that filters a list: by the target's messages, or by its effect. */
export async function findParameter(search: ParameterSearch): Promise<SearchResult> {
  const { described, candidates } = search
  if (described === undefined) return probed(search)
  const found = await probed({ ...search, candidates: [described, ...candidates.filter((name) => name !== described)] })
  if (found.value === described || (found.value === undefined && found.empty))
    return { value: described, source: 'description' }
  if (found.value === undefined) return found
  return { ...found, contradicts: `the description names ${described}, which does not filter the list` }
}

async function probed(search: ParameterSearch): Promise<SearchResult> {
  const unasked = await search.unasked()
  if (!succeeded(unasked)) return amongRequired(search, unasked)
  const real = entriesIn(unasked).length > 0 ? undefined : await search.realId()
  const open = real === undefined ? unasked : await search.ask({})
  const nonsense = await search.ask({ [`x_${randomUUID().slice(0, 8)}`]: randomUUID() })
  const name = succeeded(nonsense) ? await byEffect(search, open) : await byAcceptance(search, nonsense)
  if (name !== undefined) return { value: name, source: 'candidate' }
  return { value: undefined, empty: entriesIn(open).length === 0, answer: lastAnswer(open) }
}

/** The meaning of a parameter with such a name is certain. */
const otherRoles: ReadonlySet<Role> = new Set<Role>(['workspace', 'product', 'item'])

/** The target rejects the list without its parameter: the message may name it, or a candidate leads to a success. */
async function amongRequired(search: ParameterSearch, refusal: Exchange): Promise<SearchResult> {
  const named = requiredNames(refusal)
  const meant = named.find((name) => name === search.described || roleOf([name]) === search.role)
  const real = refusal.status === 401 ? undefined : await search.realId()
  const isRead = async (candidate: string): Promise<boolean> =>
    real === undefined || succeeded(await search.ask({ [candidate]: real }))
  if (meant !== undefined && (await isRead(meant))) return { value: meant, source: 'validation-error' }
  const unclear = named.filter((name) => !otherRoles.has(roleOf([name]) ?? 'text'))
  const [only] = unclear.length === 1 ? unclear : []
  // A text may contain a word that only looks like a name: the name must be at the beginning of the list.
  if (only !== undefined && (await isRead(only))) return { value: only, source: 'validation-error' }
  // A message may name the field of the record, which the parameter spells in another way.
  const name = real === undefined ? undefined : await first(search, async (query) => succeeded(await query(real)))
  if (name !== undefined) return { value: name, source: 'candidate' }
  if (meant !== undefined) return { value: meant, source: 'validation-error' }
  return { value: undefined, empty: false, answer: lastAnswer(refusal) }
}

/** The query parameters that a rejection asks for. */
export function requiredNames(refusal: Exchange): readonly string[] {
  return complaintsOf(refusal)
    .filter(({ kind }) => kind !== 'unknown')
    .map(({ path }) => parameterIn(path))
    .filter((name) => typeof name === 'string')
    .filter((name) => !isDocumentedParameter(name))
}

/** The text after a parameter's name shows how its value was read. */
function parameterIn(path: Path): Path[number] | undefined {
  return path.findLast((part) => otherRoles.has(roleOf([part]) ?? 'text')) ?? path.at(-1)
}

/** A target that rejects unknown parameters accepts the right one. */
async function byAcceptance(search: ParameterSearch, nonsense: Exchange): Promise<string | undefined> {
  const real = await search.realId()
  if (real !== undefined) return first(search, async (query) => succeeded(await query(real)))
  return first(search, async (query) => {
    const answer = await query(randomUUID())
    return succeeded(answer) || (isRefused(answer) && answer.status !== nonsense.status)
  })
}

/** A target that ignores unknown parameters shows by its answer that it read the right one. */
async function byEffect(search: ParameterSearch, open: Exchange): Promise<string | undefined> {
  const shown = entriesIn(open)
  const unknown = randomUUID()
  const refusesUnknown = await first(search, async (query) => {
    const answer = await query(unknown)
    return isRefused(answer) || (shown.length > 0 && succeeded(answer) && entriesIn(answer).length === 0)
  })
  if (refusesUnknown !== undefined) return refusesUnknown
  const malformed = await first(search, async (query) => isRefused(await query('no-such-id')))
  if (malformed !== undefined) return malformed
  const real = await search.realId()
  if (real === undefined) return undefined
  return (await byNarrowing(search, { real, shown })) ?? byMoving(search, { real, shown })
}

async function byNarrowing(
  search: ParameterSearch,
  { real, shown }: { readonly real: string; readonly shown: ReturnType<typeof entriesIn> },
): Promise<string | undefined> {
  const belongs = (entry: Readonly<Record<string, unknown>>): boolean =>
    asText(entry[search.field]).toLowerCase() === real.toLowerCase()
  const hasOthers = shown.some((entry) => !belongs(entry))
  return first(search, async (query) => {
    const found = entriesIn(await query(real))
    if (found.length === 0) return false
    return shown.length === 0 || (hasOthers && found.every((entry) => belongs(entry)))
  })
}

/** A list that can be filtered by place shows none of its entries for another place. */
async function byMoving(
  search: ParameterSearch,
  { real, shown }: { readonly real: string; readonly shown: ReturnType<typeof entriesIn> },
): Promise<string | undefined> {
  const another = shown.length === 0 ? undefined : await search.anotherId?.(real)
  if (another === undefined) return undefined
  return first(search, async (query) => {
    const answer = await query(another)
    return (
      succeeded(answer) && entriesIn(answer).every((entry) => asText(entry[search.field]).toLowerCase() === another)
    )
  })
}

type Test = (query: (value: string) => Promise<Exchange>) => Promise<boolean>

async function first({ candidates, ask }: ParameterSearch, test: Test): Promise<string | undefined> {
  for (const candidate of candidates) if (await test((value) => ask({ [candidate]: value }))) return candidate
  return undefined
}
