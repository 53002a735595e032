import type { Exchange, SentRequest } from '../../client/exchange.ts'
import type { FailedClaim } from '../finding.ts'
import type { PassiveCheck } from '../passive-check.ts'
import { show } from '../../contract/show.ts'
import { parsedJson } from '../../contract/parsed-json.ts'

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
        hint: 'debug output: the error handler seems to show the exception of the framework or the database',
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
    ...stringsIn(parsedJson(body)),
  ].filter((text) => text !== '')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part
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

/** Certain signs that a text shows internals of the service, each with what it shows. */
const signs: ReadonlyArray<{ readonly shows: string; readonly pattern: RegExp }> = [
  {
    shows: 'a stack frame',
    pattern:
      /\bat (?:async )?[^\s()]{1,120}(?: \[as [^\]]{1,60}\])? \((?=[^\s()]{0,300}[./])[^\s()]{1,300}:\d+(?::\d+)?\)/g,
  },
  { shows: 'a stack frame', pattern: /\bat (?:file:\/\/|node:|\/)[^\s()]{1,300}:\d+:\d+/g },
  { shows: 'a stack trace', pattern: /Traceback \(most recent call last\)|File "[^"\n]{1,300}", line \d+/g },
  {
    shows: 'a file path',
    pattern:
      /(?:file:\/\/|\/(?:usr|home|var|opt|app|srv|root|workspace|node_modules)\/|\b[A-Za-z]:\\)[^\s"'<>:]{0,300}\.(?:[cm]?[jt]sx?|py|rb|php|java|kt|go|rs|cs)\b/g,
  },
  { shows: 'a database error', pattern: /\bSQLITE_[A-Z]+\b|\bSQLSTATE\b|\bORA-\d{5}\b|\bpsycopg\d?\b|\bsqlalchemy\b/g },
  {
    shows: 'a database error',
    pattern: /UNIQUE constraint failed: \w+\.\w+|violates (?:unique|foreign key|not-null|check) constraint/g,
  },
  {
    shows: 'an exception of the runtime',
    pattern:
      /\b(?:java|javax|kotlin|System|(?:org|com)\.\w{1,60})(?:\.\w{1,60}){0,6}\.\w{1,60}(?:Exception|Error)\b|\bCannot read propert(?:y|ies) of (?:undefined|null)\b|'NoneType' object (?:has no attribute|is not)\b|\bruntime error: (?:invalid memory address|index out of range)|\bgoroutine \d+ \[/g,
  },
  {
    shows: 'an error of the operating system',
    pattern: /\b(?:ENOENT|EACCES|EPERM|ECONNREFUSED|ECONNRESET|ETIMEDOUT): |\bconnect ECONNREFUSED\b/g,
  },
  {
    shows: 'an SQL statement',
    pattern:
      /\bSELECT\s[^;]{1,300}?\sFROM\s+["`\w]+|\bINSERT INTO\s+["`\w.]+\s*\(|\bUPDATE\s+["`\w.]+\s+SET\s+["`\w.]+\s*=|\bDELETE FROM\s+["`\w.]+\s+WHERE\b/g,
  },
]

interface Internal {
  readonly shows: string
  readonly excerpt: string
}

/** The number of characters that are searched backwards for a web address. */
const longestLink = 500

/** Short texts without a sign: codes, field names and messages, which occur repeatedly. */
const harmless = new Set<string>()
const harmlessKept = 1000
const shortText = 200

/** The first sign of internals in a text that is not an echo of what was sent; `sent` is asked only if there is a sign. */
export function internalIn(text: string, sent: () => readonly string[]): Internal | undefined {
  if (harmless.has(text)) return undefined
  let isHarmless = text.length <= shortText
  for (const { shows, pattern } of signs)
    for (const { 0: excerpt, index } of text.matchAll(pattern)) {
      if (!isInLink(text, index) && !isEcho(excerpt, sent())) return { shows, excerpt }
      isHarmless = false
    }
  if (isHarmless && harmless.size < harmlessKept) harmless.add(text)
  return undefined
}

/** Whether a sign is part of a web address: the address of a documentation reveals no internals. */
function isInLink(text: string, index: number): boolean {
  return /\bhttps?:\/\/[^\s"'<>]*$/i.test(text.slice(Math.max(0, index - longestLink), index))
}

/** Whether a sign is part of the request, apart from backslashes and quotes: a message may quote it in its own way. */
function isEcho(excerpt: string, sent: readonly string[]): boolean {
  const words = unquoted(excerpt)
  return sent.some((text) => unquoted(text).includes(words))
}

function unquoted(text: string): string {
  return text.replaceAll(/[\\"'`]/g, '')
}
