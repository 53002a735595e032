import { requestDigest } from './body-digest.ts'
import type { Exchange, Identity, RecordedBody, SentRequest } from './exchange.ts'
import { templateWord } from './header-template.ts'
import { keyVariables } from './key-variables.ts'
import { redact } from './redactor.ts'

/** Headers that curl sends itself, or that follow from the body. */
const omitted = new Set(['accept', 'accept-encoding', 'user-agent', 'content-length', 'host', 'authorization'])

/** A command that repeats an exchange; it names keys by their environment variables and binary bodies by a file name. */
export function curlOf(exchange: Pick<Exchange, 'identity' | 'request'>): string {
  const { request, identity } = exchange
  return ['curl', ...methodOf(request), ...headersOf(request, identity), ...bodyOf(request), quote(request.url)].join(
    ' ',
  )
}

function methodOf({ method }: SentRequest): string[] {
  // Raw paths stay unchanged: without this flag curl resolves the dots in `/a/../b`.
  const always = ['-sS', '-i', '--path-as-is', '--globoff']
  if (method === 'GET') return always
  return method === 'HEAD' ? [...always, '--head'] : [...always, '-X', quote(method)]
}

function headersOf({ headers, body }: SentRequest, identity: Identity): string[] {
  const variable = keyVariables[identity]
  const authorization = headers['authorization']
  const key =
    variable === undefined
      ? authorization && quote(`authorization: ${authorization}`)
      : `"authorization: Bearer $${variable}"`
  const formByFlags = body !== undefined && formFlags(body, headers) !== undefined
  const others = Object.entries(headers)
    .filter(([name]) => !omitted.has(name) && !(formByFlags && name === 'content-type'))
    // In curl, `name:` removes a header, and `name;` sends it without a value.
    .map(([name, value]) => templateWord(name, value) ?? quote(value === '' ? `${name};` : `${name}: ${value}`))
  return [...(key ? [key] : []), ...others].flatMap((header) => ['-H', header])
}

function bodyOf({ body, headers }: SentRequest): string[] {
  if (body === undefined) return []
  const form = formFlags(body, headers)
  if (form) return form
  // curl would add a form's content type of its own.
  const untyped = headers['content-type'] === undefined ? ['-H', quote('content-type:')] : []
  return [
    ...untyped,
    '--data-binary',
    body.truncated ? quote(`@body-${requestDigest(body).slice(0, 8)}.bin`) : quote(body.text),
  ]
}

/** A form with binary parts is not text: its parts become `-F` flags with the sent file names. */
function formFlags(body: RecordedBody, headers: SentRequest['headers']): string[] | undefined {
  if (!body.truncated || !headers['content-type']?.startsWith('multipart/form-data')) return undefined
  const part = /name="([^"]*)"(?:; filename="([^"]*)")?(?:\r\nContent-Type: ([^\r]*))?\r\n\r\n([^]*?)\r\n--/g
  return [...body.text.matchAll(part)].flatMap(([, name = '', filename, type, value = '']) => {
    if (filename === undefined) return ['--form-string', quote(`${name}=${value}`)]
    return ['-F', quote(`${name}=@"${filename}"${type === undefined ? '' : `;type=${type}`}`)]
  })
}

/** Quotes for a POSIX shell; text with control characters in `$'…'`, so that a pasted command cannot hide anything. */
function quote(raw: string): string {
  const text = redact(raw)
  // oxlint-disable-next-line no-control-regex -- controls are what it looks for
  if (!/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/.test(text))
    return `'${text.replaceAll("'", `'\\''`)}'`
  const escaped = text.replaceAll(
    // oxlint-disable-next-line no-control-regex -- controls are what it looks for
    /[\\'\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    escapeOf,
  )
  return `$'${escaped}'`
}

function escapeOf(character: string): string {
  if (character === '\\' || character === "'") return `\\${character}`
  if (character === '\n') return String.raw`\n`
  if (character === '\r') return String.raw`\r`
  if (character === '\t') return String.raw`\t`
  return [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
}
