import { succeeded, type Exchange } from '../../client/exchange.ts'
import { isDocumentedParameter } from '../interface/documented-parameter.ts'
import type { EndpointId } from '../interface/endpoint.ts'
import { requestOf } from '../interface/request-of.ts'
import type { Place } from '../../dialect/fill-template.ts'
import { Undiscovered } from '../../dialect/found.ts'
import { complaintsOf } from '../../dialect/complaint.ts'
import { entriesIn, lastAnswer } from '../../dialect/answer.ts'
import { asText } from '../../contract/show.ts'
import { candidateValues } from './candidate-values.ts'
import type { Creations } from './creations.ts'
import { findParameter, requiredNames, type ParameterSearch, type SearchResult } from '../../dialect/find-parameter.ts'
import type { KnownPlaces } from './known-places.ts'
import type { DescribedDialect, DescribedName } from '../../config/described-dialect.ts'
import { Once } from '../../dialect/once.ts'
import { areSynonyms, roleOf, type Role } from './role.ts'

type Query = Readonly<Record<string, string>>

const roundsOfRequirements = 3
/** Each costs a request. */
const workspacesSearched = 5

export interface ParametersOptions {
  readonly places: KnownPlaces
  readonly creations: Creations
  readonly described: DescribedDialect | undefined
}

interface Asked {
  /** What the query so far was answered with. */
  readonly answer: Exchange
  readonly query: Query
  readonly place: Place
  readonly rounds: number
}

/** The query parameters of lists whose names the contract leaves open. */
export class Parameters {
  readonly #places: KnownPlaces
  readonly #creations: Creations
  readonly #described: DescribedDialect | undefined
  readonly #once = new Once()

  constructor({ places, creations, described }: ParametersOptions) {
    this.#places = places
    this.#creations = creations
    this.#described = described
  }

  /** Of GET products: the workspace. */
  workspace(): Promise<SearchResult> {
    return this.#search('listProducts', {
      role: 'workspace',
      field: 'workspace_id',
      candidates: [...spelled('workspace'), 'ws', 'ws_id', 'wsId', 'space_id'],
      realId: async () => (await this.#places.room())?.workspaceId ?? this.#places.workspaceId(),
      anotherId: (real) => this.#places.otherWorkspaceId(real),
    })
  }

  /** For GET properties: the item. The hint is an item with properties, for runs that must not write. */
  item(hint?: string): Promise<SearchResult> {
    return this.#search('listProperties', {
      role: 'item',
      field: 'item_id',
      candidates: [...spelled('item'), 'parent_id', 'parentId'],
      realId: async () => (await this.#creations.inhabitedItem()) ?? hint ?? this.#itemShown(),
    })
  }

  /** Of GET items: the product. */
  product(hint?: string): Promise<SearchResult> {
    return this.#search('listItems', {
      role: 'product',
      field: 'product_id',
      candidates: [...spelled('product'), 'parent_id', 'parentId'],
      realId: async () => {
        await this.#creations.inhabitedItem()
        return (await this.#places.room())?.productId ?? hint ?? this.#productShown()
      },
    })
  }

  /** The query that a list requires, with placeholders; empty if there is none. Throws `Undiscovered`. */
  required(endpoint: EndpointId, place: Place): Promise<Query> {
    return this.#once.of(`required by ${endpoint}`, async () => {
      const unasked = await this.#places.unasked(endpoint)
      return this.#requiredAfter(endpoint, { answer: unasked, query: {}, place, rounds: roundsOfRequirements })
    })
  }

  async #requiredAfter(endpoint: EndpointId, { answer, query, place, rounds }: Asked): Promise<Query> {
    if (answer.status !== 400 && answer.status !== 422) return query
    const isNew = (name: string): boolean => !Object.hasOwn(query, name)
    const more =
      requiredQuery(requiredNames(answer).filter(isNew)) ??
      requiredQuery(describedRequired(this.#described, endpoint).filter(isNew))
    if (!more || rounds === 0)
      throw new Undiscovered(
        `the required parameters of ${requestOf(endpoint)} could not be learned; ${lastAnswer(answer)}`,
      )
    const fuller = { ...query, ...more }
    const filled = await this.#filledIfPossible(fuller, place)
    // The other parameters show if a record exists.
    if (filled === undefined) return fuller
    const next = await this.#places.ask(endpoint, filled)
    return this.#requiredAfter(endpoint, { answer: next, query: fuller, place, rounds: rounds - 1 })
  }

  async #filledIfPossible(query: Query, place: Place): Promise<Query | undefined> {
    return this.filled(query, place).catch((error: unknown) => {
      if (error instanceof Undiscovered) return undefined
      throw error
    })
  }

  /** A query with its placeholders replaced: from the place, or from an existing record. Throws `Undiscovered` if there is none. */
  async filled(query: Query, place: Place): Promise<Query> {
    const filled = Object.entries(query).map(
      async ([name, value]) => [name, await this.#standsFor(value, place)] as const,
    )
    return Object.fromEntries(await Promise.all(filled))
  }

  async #standsFor(value: string, place: Place): Promise<string> {
    const found = await this.#idFor(value, place)
    if (found !== undefined) return found
    throw new Undiscovered(`the target showed no ${value.replaceAll(/[{}]|Id/g, '')} for a required parameter`)
  }

  /** The value of a placeholder; any other text is its own value. */
  async #idFor(value: string, place: Place): Promise<string | undefined> {
    if (value === '{workspaceId}') return place.workspaceId ?? this.#places.workspaceId()
    if (value === '{productId}')
      return place.productId ?? (await this.#places.room())?.productId ?? this.#productShown()
    if (value === '{itemId}') return place.itemId ?? (await this.#creations.inhabitedItem()) ?? this.#itemShown()
    return value
  }

  #search(endpoint: EndpointId, search: Omit<ParameterSearch, 'ask' | 'unasked'>): Promise<SearchResult> {
    return this.#once.of(`parameter of ${endpoint}`, async () => {
      const others = await this.#othersRequired(endpoint, search.role)
      const isPlain = Object.keys(others).length === 0
      return findParameter({
        ...search,
        described: describedParameter(this.#described, endpoint, search.role),
        ask: (query) => this.#places.ask(endpoint, { ...others, ...query }),
        unasked: () => (isPlain ? this.#places.unasked(endpoint) : this.#places.ask(endpoint, others)),
      })
    })
  }

  /** Other requirements of a list: a list of items by product may also require the workspace. */
  async #othersRequired(endpoint: EndpointId, role: ParameterSearch['role']): Promise<Query> {
    const names = requiredNames(await this.#places.unasked(endpoint))
    const others = names.filter((name) => ['workspace', 'product', 'item'].includes(roleOf([name]) ?? ''))
    if (others.length < names.length || others.some((name) => roleOf([name]) === role)) return {}
    return (await this.#filledIfPossible(requiredQuery(others) ?? {}, {})) ?? {}
  }

  async #productShown(): Promise<string | undefined> {
    const unasked = await this.#places.unasked('listProducts')
    if (succeeded(unasked)) return firstText(entriesIn(unasked), 'id')
    const { value: parameter } = await this.workspace()
    if (parameter === undefined) return undefined
    // The first may be empty.
    for (const workspaceId of (await this.#places.workspaceIds()).slice(0, workspacesSearched)) {
      const products = entriesIn(await this.#places.ask('listProducts', { [parameter]: workspaceId }))
      const id = firstText(products, 'id')
      if (id !== undefined) return id
    }
    return undefined
  }

  async #itemShown(): Promise<string | undefined> {
    const properties = await this.#places.unasked('listProperties')
    const owner = firstText(entriesIn(properties), 'item_id')
    if (owner !== undefined) return owner
    const query = await this.required('listItems', {}).catch(() => ({}))
    const filled = await this.#filledIfPossible(query, {})
    return filled && firstText(entriesIn(await this.#places.ask('listItems', filled)), 'id')
  }
}

/** Names of a parameter, the likeliest first. */
function spelled(noun: string): readonly string[] {
  return [`${noun}_id`, `${noun}Id`, noun, `${noun}_uuid`, `${noun}Uuid`, `${noun}-id`, `${noun}ID`]
}

function requiredQuery(names: readonly string[]): Query | undefined {
  const entries = names.flatMap((name) => {
    const [value] = candidateValues(roleOf([name]), { of: 'item', type: 'numeric' })
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function firstText(entries: ReturnType<typeof entriesIn>, field: string): string | undefined {
  return entries.map((entry) => entry[field]).find((value) => typeof value === 'string')
}

/**
 * Whether a rejected list may require a parameter that the run does not know: the rejection names one that was not sent and that the
 * contract does not define, or says that something is missing without naming it. One that names nothing tells nothing as long as no
 * filter was sent.
 */
export function mayRequireMore(refusal: Exchange, sent: object): boolean {
  const names = Object.keys(sent)
  const isKnown = (name: string): boolean => isDocumentedParameter(name) || names.some((one) => areSynonyms(one, name))
  const complaints = complaintsOf(refusal).map(({ kind, path }) => ({ kind, name: path.at(-1) }))
  if (names.length === 0 && complaints.every(({ name }) => name === undefined)) return true
  return complaints.some(({ kind, name }) => (name === undefined ? kind === 'missing' : !isKnown(asText(name))))
}

/** The described query parameter of a list for a role: by its name, or because it is the only one with an unknown name. */
function describedParameter(
  described: DescribedDialect | undefined,
  endpoint: EndpointId,
  role: Role,
): string | undefined {
  const names = open(described, endpoint)
  const byName = names.find(({ name }) => roleOf([name]) === role)
  const unclear = names.filter(({ name, required }) => required && roleOf([name]) === undefined)
  return byName?.name ?? (unclear.length === 1 ? unclear[0]?.name : undefined)
}

/** The query parameters that a description requires, except those of the contract. */
function describedRequired(described: DescribedDialect | undefined, endpoint: EndpointId): readonly string[] {
  return open(described, endpoint).flatMap(({ name, required }) => (required ? [name] : []))
}

function open(described: DescribedDialect | undefined, endpoint: EndpointId): readonly DescribedName[] {
  return (described?.parameters[endpoint] ?? []).filter(({ name }) => !isDocumentedParameter(name))
}
