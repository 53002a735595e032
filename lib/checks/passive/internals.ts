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

export interface Internal {
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
