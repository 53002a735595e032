import type { Exchange } from '../client/exchange.ts'
import type { Chronicle, WebAction } from './chronicle.ts'

interface Made {
  readonly exchanges: readonly Exchange[]
  readonly ids: ReadonlySet<string>
}

/** What the web application did to the things of a chain, or to the organization in the time of the check. */
export function actionsOn(
  { exchanges, ids }: Made,
  { began, judged }: Span,
  chronicle: Chronicle,
): readonly WebAction[] {
  const sequences = new Set(exchanges.map(({ sequence }) => sequence))
  const isMade = (value: string): boolean => {
    const origin = chronicle.originOf(value)
    return origin !== undefined && (ids.has(value.toLowerCase()) || sequences.has(origin.exchange.sequence))
  }
  const before = chronicle.webActions.filter(({ sequence }) => sequence < judged.sequence)
  const changed = new Set(before.filter(({ sequence }) => sequence >= began - 1).map(({ name }) => name))
  const first = exchanges[0]?.sequence ?? began
  const isInForce = (action: WebAction): boolean =>
    action.sequence >= first ||
    action === before.findLast(({ name, sequence }) => name === action.name && sequence < first)
  const keys = keysIn([...exchanges, judged])
  return before.filter(
    (action) =>
      [...action.arguments, action.made].some((id) => id !== undefined && keys.has(id)) ||
      action.arguments.some((value) => isMade(value)) ||
      // A key may fall with another one.
      (keys.size > 0 && ofKeys.has(action.name) && action.sequence >= began - 1) ||
      // What comes first in the story found the organization as an earlier change had left it.
      (ofEverybody.has(action.name) && changed.has(action.name) && isInForce(action)),
  )
}

/** The ids of the keys of the run's own making that requests were sent with. */
function keysIn(exchanges: readonly Exchange[]): ReadonlySet<string> {
  const parts = exchanges.flatMap(({ request }) => Object.values(request.keyed?.headers ?? {}).flat())
  return new Set(
    parts.flatMap((part) =>
      typeof part === 'object' && 'of' in part && typeof part.of === 'object' ? [part.of.made] : [],
    ),
  )
}

interface Span {
  readonly began: number
  readonly judged: Exchange
}

/** The products for which the check has set a rule for part numbers: it may hold for others, too. */
export function underRules({ began, judged }: Span, chronicle: Chronicle): readonly string[] {
  const rules = chronicle.webActions.filter(
    ({ name, sequence }) => name === 'setPartNumberRule' && sequence >= began - 1 && sequence < judged.sequence,
  )
  return chronicle.idsAmong(rules.flatMap(({ arguments: values }) => values))
}

const ofKeys = new Set(['createApiKey', 'revokeApiKey'])

/** What the web application changes for the whole organization; a script that needs a small limit has one set by itself. */
const ofEverybody = new Set(['setAiUsage'])
