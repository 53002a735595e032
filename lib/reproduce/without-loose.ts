import type { Exchange } from '../client/exchange.ts'
import { succeeded } from '../client/succeeded.ts'
import type { Chronicle } from './chronicle.ts'
import { contentOf, creations, isList } from './content-of-lists.ts'
import { idsOf } from './ids-of-exchanges.ts'

/** What stays whether it is named or not, and what tells so. */
interface Kept {
  /** Numbers of exchanges that stay in any case. */
  readonly keep: ReadonlySet<number>
  /** Numbers of those that the check has sent, or that were sent for what it shares. */
  readonly own: ReadonlySet<number>
  /** Ids that the judged answer shows, or that the finding speaks of. */
  readonly shown: ReadonlySet<string>
  readonly chronicle: Chronicle
}

/** Leaves out what made things that nothing else names, for another part of the check, until there is none of it left. */
export function withoutLoose(chain: readonly Exchange[], kept: Kept): readonly Exchange[] {
  const { keep, shown, chronicle } = kept
  const exchanges = chain.toSorted((one, other) => one.sequence - other.sequence)
  const named = new Map<string, number>()
  for (const exchange of exchanges)
    for (const text of new Set([...idsOf(exchange, chronicle), ...valuesOf(exchange)]))
      named.set(text, (named.get(text) ?? 0) + 1)
  const created = Map.groupBy(
    [...named.keys(), ...shown].filter((id) => chronicle.originOf(id)),
    (id) => chronicle.originOf(id)?.exchange.sequence ?? 0,
  )
  const lists = exchanges.filter(({ endpoint }) => isList(endpoint))
  const queries = lists.map(({ request }) => decoded(request.path))
  const listed = new Set(lists.flatMap((list) => contentOf(list, chronicle)).map(({ sequence }) => sequence))
  const rest = exchanges.filter((exchange) => {
    if (
      listed.has(exchange.sequence) ||
      keep.has(exchange.sequence) ||
      !creations.has(exchange.endpoint ?? '') ||
      !succeeded(exchange)
    )
      return !isUploadOfOthers(exchange, kept) || created.has(exchange.sequence)
    return (
      created.has(exchange.sequence) ||
      valuesOf(exchange).some((text) => (named.get(text) ?? 0) > 1 || queries.some((query) => query.includes(text)))
    )
  })
  return rest.length === exchanges.length ? rest : withoutLoose(rest, kept)
}

/** An upload to a target that checks share adds a file to it, and changes nothing else. */
function isUploadOfOthers({ endpoint, sequence }: Exchange, { keep, own }: Kept): boolean {
  return endpoint === 'uploadFile' && !own.has(sequence) && !keep.has(sequence)
}

/** A path as it was meant; what is no text in UTF-8 as it is. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path.replaceAll('+', ' ')).toLowerCase()
  } catch {
    return path.toLowerCase()
  }
}

/** The texts in a body that may relate it to another one: a name, a part number. */
function valuesOf({ request }: Exchange): string[] {
  return Array.from((request.body?.text ?? '').matchAll(/: ?"([^"]{6,})"/g), ([, text = '']) =>
    text.toLowerCase(),
  ).filter((text) => !uuid.test(text))
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/
