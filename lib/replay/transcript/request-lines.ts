import { hash } from 'node:crypto'
import type { Exchange, Identity, RecordedBody, SentRequest } from '../../client/exchange.ts'
import { templateWord } from '../../client/header-template.ts'
import { keyVariables, variableOfKey } from '../../client/key-variables.ts'
import type { KeyedText } from '../../client/keyed-text.ts'
import { octal, type Variables } from './variables.ts'

/** Headers that curl sends itself, or that follow from the body. */
const omitted = new Set(['accept', 'accept-encoding', 'user-agent', 'content-length', 'host', 'authorization'])

/** A request that a few shell lines cannot send as it was. */
export class Unwritable extends Error {
  override readonly name = 'Unwritable'
}

/** The variable with the header that names somebody. */
const actorVariables: Readonly<Partial<Record<Identity, string>>> = {
  own: 'own',
  'same-organization': 'colleague',
  'other-organization': 'other',
  revoked: 'revoked',
}

/** The longest body that is written out. */
const longestBody = 10_000
const mostLines = 20

interface Sources {
  readonly variables: Variables
  /** Whether it is sent repeatedly, so that each upload needs its own file. */
  readonly isRacy: boolean
}

/** A request as a call of `send` or `setup`, after the commands that write its files. Throws `Unwritable`. */
export function requestLines(exchange: Exchange, command: string, { variables, isRacy }: Sources): readonly string[] {
  const { request } = exchange
  const files: string[] = []
  const url = request.keyed?.path ? `"$BASE_URL${keyed(request.keyed.path, variables)}"` : variables.url(request.path)
  const body = request.body === undefined ? [] : bodyWords(request.body, request, { variables, isRacy, files })
  const form = body[0]?.startsWith('-F') === true || body[0]?.startsWith('--form') === true
  const head = [command, ...methodWords(request.method), url, ...actorWords(exchange, variables)]
  const others = Object.entries(request.headers)
    .filter(([name]) => !omitted.has(name))
    // Of a form, curl tells the boundary.
    .map(([name, value]) =>
      form && name === 'content-type' ? [name, value.replace(/; boundary=[^;]*/, '')] : [name, value],
    )
    .filter(([name, value]) => !(form && name === 'content-type' && value === 'multipart/form-data'))
    .map(([name = '', value = '']) => headerWord(name, value, request, variables))
  const untyped = request.body !== undefined && request.headers['content-type'] === undefined ? ["'content-type:'"] : []
  const headers = [...others, ...untyped].map((word) => `-H ${word}`)
  const line = [...head, ...headers].join(' ')
  const isShort = line.length + body.join(' ').length < 150
  return [
    ...files,
    ...(body.length === 0 || isShort ? [[line, ...body].join(' ')] : [`${line} \\`, `  ${body.join(' ')}`]),
  ]
}

function actorWords({ identity, request }: Exchange, variables: Variables): string[] {
  const variable = actorVariables[identity]
  if (variable !== undefined) return [`-H "$${variable}"`]
  const written = request.headers['authorization']
  const parts = request.keyed?.headers['authorization']
  if (parts) return [`-H "authorization: ${keyed(parts, variables)}"`]
  // A key that nobody was given: its characters do not matter.
  const forged = written?.replace('***', 'svc_api_never0issued0never0issued')
  return forged === undefined ? [] : [`-H ${variables.word(`authorization: ${forged}`)}`]
}

/** Lines that read the keys of some requests from the environment. */
export function actorLines(exchanges: readonly Exchange[]): readonly string[] {
  const identities = new Set<Identity>(['own', ...exchanges.map(({ identity }) => identity)])
  return [...identities].flatMap((identity) => {
    const [name, key] = [actorVariables[identity], keyVariables[identity]]
    return name === undefined || key === undefined ? [] : [`${name}="authorization: Bearer \${${key}:?}"`]
  })
}

function methodWords(method: string): string[] {
  if (method === 'GET') return []
  if (method === 'HEAD') return ['--head']
  return [`-X ${/^[A-Z]+$/.test(method) ? method : `'${method.replaceAll("'", String.raw`'\''`)}'`}`]
}

function headerWord(name: string, value: string, { keyed: parts }: SentRequest, variables: Variables): string {
  const withKey = parts?.headers[name]
  if (withKey) return `"${name}: ${keyed(withKey, variables)}"`
  if (value === 'application/json') return '"$json"'
  // In curl, `name:` removes a header, and `name;` sends it without a value.
  return templateWord(name, value) ?? variables.word(value === '' ? `${name};` : `${name}: ${value}`)
}

interface BodySources extends Sources {
  /** Takes the lines that make the files of a form. */
  readonly files: string[]
}

function bodyWords(body: RecordedBody, { headers }: SentRequest, sources: BodySources): readonly string[] {
  const { variables, files } = sources
  const isForm = headers['content-type']?.startsWith('multipart/form-data; boundary=') === true
  const form = isForm ? formWords(body, sources) : undefined
  if (form) return form
  if (body.content) {
    files.push(`printf '${octal(body.content)}' >body`)
    return ['--data-binary @body']
  }
  const word = variables.word(body.text)
  if (
    body.truncated ||
    word.length > longestBody ||
    body.text.includes('\0') ||
    body.text.split('\n').length > mostLines
  )
    throw new Unwritable('a request has a body that is too long for a transcript')
  return [`${body.text.startsWith('@') ? '--data-raw' : '-d'} ${word}`]
}

/** The parts of a form as flags of curl; `undefined` if it is not a form that curl would send. */
function formWords(body: RecordedBody, { variables, isRacy, files }: BodySources): readonly string[] | undefined {
  const boundary = /^--(\S+)\r\n/.exec(body.text)?.[1]
  if (boundary === undefined || !body.text.endsWith(`--${boundary}--\r\n`)) return undefined
  const parts = body.text.slice(0, -`--${boundary}--\r\n`.length).split(`--${boundary}\r\n`).slice(1)
  const words = parts.map((part) => {
    const [, name, filename, type, value] =
      /^Content-Disposition: form-data; name="([\w-]+)"(?:; filename="([^"\r\\]*)")?\r\n(?:Content-Type: ([^\r]*)\r\n)?\r\n([^]*)\r\n$/i.exec(
        part,
      ) ?? []
    if (name === undefined || value === undefined) return undefined
    if (filename === undefined && type === undefined) return `--form-string ${variables.word(`${name}=${value}`)}`
    // Of a part with a type curl takes the value apart.
    if (filename === undefined)
      return /^[^;,"\\@<\r\n][^;,"\\\r\n]*$/.test(value)
        ? `-F ${variables.word(`${name}=${value};type=${type}`)}`
        : undefined
    const file = fileLine(value, body, isRacy)
    if (!files.includes(file.line)) files.push(file.line)
    return `-F ${variables.word(`${name}=@`)}${file.name}${variables.word(`;filename="${filename}"${type === undefined ? '' : `;type=${type}`}`)}`
  })
  return words.every((word) => word !== undefined) ? words : undefined
}

/** The command that writes the file of a part: its own bytes if they are few or repeat, otherwise as many others. */
function fileLine(
  value: string,
  { shortParts }: RecordedBody,
  isRacy: boolean,
): { readonly name: string; readonly line: string } {
  const [, bytes = `${Buffer.byteLength(value)}`, digest] = /^\((\d+) bytes, SHA-256 ([\da-f]+)\)$/.exec(value) ?? []
  const own = shortParts?.[value] ?? (digest === undefined ? Buffer.from(value) : undefined)
  const name = fileName(digest ?? hash('sha256', value, 'hex'), isRacy)
  const size = isRacy ? `$((${bytes} + go))` : bytes
  const unit = digest === undefined ? repeated(value) : undefined
  if (unit !== undefined)
    return { name, line: `yes "$(printf '${octal(Buffer.from(unit))}')" | head -c ${size} >${name}` }
  if (own && own.byteLength <= 1000) return { name, line: `printf '${octal(own)}' >${name}` }
  return { name, line: `[ -e ${name} ] || head -c ${size} /dev/urandom >${name}` }
}

/** The file of a transcript with the bytes of a digest. */
export function fileName(digest: string, isRacy: boolean): string {
  return `file-${digest.slice(0, 6)}${isRacy ? '-$go' : ''}`
}

/** The repeated line, or lines, of a long text. */
function repeated(text: string): string | undefined {
  if (text.length < 200) return undefined
  for (let end = text.indexOf('\n'); end >= 0 && end < 200; end = text.indexOf('\n', end + 1)) {
    const unit = text.slice(0, end + 1)
    if (unit.repeat(Math.ceil(text.length / unit.length)).startsWith(text)) return text.slice(0, end)
  }
  return undefined
}

/** A text that contains a key, inside `"…"`: the key comes from its variable. */
function keyed(parts: KeyedText, variables: Variables): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part.replaceAll(/["$`\\]/g, String.raw`\$&`)
      if ('base64' in part) return `$(printf %s "${keyed(part.base64, variables)}" | base64 | tr -d '\\n')`
      if (typeof part.of === 'object') {
        const made = variables.of(part.of.made)
        if (made === undefined) throw new Unwritable('a request needs a key that was made for it')
        return `$(printf %s "$${made}" | cut -d ' ' -f 2 | cut -c ${part.from + 1}-${part.to})`
      }
      const swap = part.swapped ? ' | tr A-Za-z a-zA-Z' : ''
      return `$(printf %s "$${variableOfKey[part.of]}" | cut -c ${part.from + 1}-${part.to}${swap})`
    })
    .join('')
}
