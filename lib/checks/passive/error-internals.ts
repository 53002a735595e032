import type { Exchange, SentRequest } from '../../client/exchange.ts'
import type { FailedClaim } from '../finding.ts'
import type { PassiveCheck } from '../passive-check.ts'
import { show } from '../../contract/show.ts'
import { internalIn } from './internals.ts'

/** The number of searched characters of an error: a target must not keep the run busy with more. */
const searched = 65_536

function textsOf(exchange: Exchange): readonly string[] {
  if (exchange.json === undefined) return [Buffer.from(exchange.body.subarray(0, searched)).toString()]
  let left = searched
  return stringsIn(exchange.json).map((text) => {
    const kept = text.slice(0, left)
    left -= kept.length
    return kept
  })
}

export const errorInternals: PassiveCheck = {
  title: 'an error message reveals no internals',
  requirements: ['ERR-19'],
  judge: (exchange, report) => {
    if (exchange.status < 400 || exchange.bodyBytes === 0) return
    report.evaluated('ERR-19')
    // Only the beginning of a long request is kept, so an echo of the rest could not be distinguished from the service's own
    // words.
    if (exchange.request.body?.truncated === true) return
    let sent: readonly string[] | undefined
    for (const text of textsOf(exchange)) {
      const internal = internalIn(text, () => (sent ??= sentTexts(exchange.request)))
      if (!internal) continue
      report.violated('ERR-19', {
        claim: `an error does not show ${internal.shows}`,
        fingerprint: `an error shows ${internal.shows}`,
        expected: 'a message without internals',
        received: show(internal.excerpt),
        hint: 'debug output: the error handler may show the exception of the framework or the database',
        ...toldByText(internal.excerpt),
      })
      return
    }
  },
}

/** Shorter texts stand in a message by chance. */
const tellingLength = 8

/** The text before the first number, by which a script recognizes it: the number may differ next time. */
function toldByText(excerpt: string): Pick<FailedClaim, 'criterion'> {
  const text = excerpt.replace(/\d.*$/s, '')
  if (text !== excerpt && text.length < tellingLength) return {}
  return { criterion: { kind: 'text', text, shown: false, isTheirs: true } }
}

/** Everything in a request that its answer may lawfully repeat, as sent and decoded: path, query, headers and body. */
export function sentTexts(request: SentRequest): readonly string[] {
  const body = request.body?.text ?? ''
  return [
    request.path,
    ...request.path.split(/[/?&=]/).map(decoded),
    ...Object.values(request.headers),
    body,
    ...stringsIn(parsed(body)),
  ].filter((text) => text !== '')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Every text in a JSON value, including keys. Iterative, because hostile bodies are deeply nested. */
function stringsIn(json: unknown): readonly string[] {
  const strings: string[] = []
  const waiting: unknown[] = [json]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'string') strings.push(value)
    else if (Array.isArray(value)) for (const entry of value) waiting.push(entry)
    else if (typeof value === 'object' && value !== null)
      for (const [key, entry] of Object.entries(value)) {
        strings.push(key)
        waiting.push(entry)
      }
  }
  return strings
}
