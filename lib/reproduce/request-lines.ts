import type { Exchange, RecordedBody } from '../client/exchange.ts'
import type { KeyedText } from '../client/keyed-text.ts'
import type { WebAction } from './chronicle.ts'
import { variableOfKey } from '../client/key-variables.ts'
import type { NamedIds } from './name-ids.ts'
import { leavesOf, wordOfField } from './place.ts'
import { printfWords, quoted, shellWord } from './shell-text.ts'

/** Headers that curl sends by itself, or that follow from the body or the key. */
const omitted = new Set(['accept', 'accept-encoding', 'user-agent', 'content-length', 'host', 'authorization'])

/** What each kind of thing is removed by. */
const removals: Readonly<Record<string, string>> = {
  createProduct: '/v1/public/products/',
  createItem: '/v1/public/items/',
  createProperty: '/v1/public/properties/',
}

/** The lines of a script that send what a run has sent. */
export class RequestLines {
  readonly #ids: NamedIds
  readonly #controls: ReadonlySet<number>
  readonly #numbers = new Map<number, number>()
  readonly #bodyNames = new Map<number, string>()
  #bodies = 0

  constructor(ids: NamedIds, controls: readonly Exchange[]) {
    this.#ids = ids
    this.#controls = new Set(controls.map(({ sequence }) => sequence))
  }

  /** The step of a script that sends what this exchange sent. */
  numberOf({ sequence }: Exchange): number | undefined {
    return this.#numbers.get(sequence)
  }

  /** The file with the body that this exchange sent. */
  bodyOf({ sequence }: Exchange): string | undefined {
    return this.#bodyNames.get(sequence)
  }

  /** A request before the judged one, and what is taken from its answer. */
  *step(exchange: Exchange, { isBuiltOn }: { readonly isBuiltOn: boolean }): Generator<string> {
    if (this.#controls.has(exchange.sequence)) yield '# the control request'
    this.#numbers.set(exchange.sequence, this.#numbers.size + 1)
    yield* this.request(exchange, exchange.status === 429 ? 'past_limit_step send' : 'send')
    // What is wrong on purpose and was accepted is refused by a deployment that keeps the rule.
    const isWrong = exchange.broken !== undefined || (!isBuiltOn && this.#ids.taken.has(exchange.sequence))
    if (isWrong && exchange.status < 300) yield 'if refused "$step"; then pass; fi'
    else if (isBuiltOn && exchange.status < 300 && !this.#controls.has(exchange.sequence) && this.#isNeeded(exchange))
      yield 'succeeded'
    yield* this.after(exchange)
    if (this.#controls.has(exchange.sequence)) yield 'control'
  }

  /** A read that nothing is taken from may be refused, as the judged one ought to be. */
  #isNeeded({ request, sequence }: Exchange): boolean {
    return request.method !== 'GET' || this.#ids.taken.has(sequence)
  }

  /** Requests over connections of their own, answered in any order, or one right after the other. */
  *atOnce(exchanges: readonly Exchange[], command: 'at_once' | 'in_turn' = 'at_once'): Generator<string> {
    for (const [index, exchange] of exchanges.entries()) yield* this.request(exchange, `ready race${index}`)
    yield command
    for (const [index, exchange] of exchanges.entries()) {
      const after = [...this.after(exchange)]
      if (after.length > 0) yield* [`before=$step step=race${index}`, ...after, 'step=$before']
    }
  }

  /** What an answer is used for. */
  *after(exchange: Exchange): Generator<string> {
    const removal = exchange.endpoint === undefined ? undefined : removals[exchange.endpoint]
    if (removal !== undefined) yield `made ${exchange.identity} ${quoted(removal)}`
    for (const { variable, path, known, isNameAlone } of this.#ids.taken.get(exchange.sequence) ?? [])
      yield [
        isNameAlone ? 'name' : 'take',
        variable,
        this.#place(exchange, path),
        ...(known === undefined ? [] : [quoted(known)]),
      ].join(' ')
  }

  /** A place in an answer: an entry of a list may stand elsewhere in another run. */
  #place(exchange: Exchange, path: string): string {
    const [, entry, within = ''] = /^((?:\.items)?\[\d+\])(\..*)$/.exec(path) ?? []
    const word = entry === undefined ? undefined : wordOfField(leavesOf(exchange), entry, this.#ids)
    return word === undefined ? quoted(path) : `"$(place_by "$step" ${word})"${quoted(within)}`
  }

  /** A request as a call of one of the functions of a script, after what lays out its body. */
  *request(exchange: Exchange, command: string): Generator<string> {
    const { request, identity } = exchange
    const { names } = this.#ids
    if (identity === 'forged') yield* this.#credentials(exchange)
    const body = request.body === undefined ? undefined : `body${(this.#bodies += 1)}.sent`
    if (request.body && body !== undefined) {
      this.#bodyNames.set(exchange.sequence, body)
      yield* this.#body(request.body, body)
    }
    const path = request.keyed?.path
      ? `"$(printf -- ${this.#keyed(request.keyed.path)})"`
      : shellWord(names.pieces(request.path))
    yield [
      command,
      identity,
      shellMethod(request.method),
      path,
      ...this.#headers(exchange),
      ...(body === undefined ? [] : ['--data-binary', `"@$work/${body}"`]),
    ].join(' ')
  }

  /** A text as a word of the shell, with what the script has in place of what the run had. */
  word(text: string): string {
    return shellWord(this.#ids.names.pieces(text))
  }

  *webAction(action: WebAction | undefined): Generator<string> {
    if (!action) return
    const words = action.arguments.map((value) => shellWord(this.#ids.names.pieces(value)))
    yield ['web', action.name, ...words].join(' ')
    const variable = action.made === undefined ? undefined : this.#ids.variableOf(action.made)
    if (variable !== undefined) yield `${action.name === 'createApiKey' ? 'take_key' : 'take_made'} ${variable}`
  }

  *#body(body: RecordedBody, name: string): Generator<string> {
    const { names } = this.#ids
    if (body.content) {
      yield `compose ${name} ${printfWords(names.pieces(Buffer.from(body.content).toString('latin1')), { inBytes: true })}`
      return
    }
    // Bytes that are not kept become others: the same ones wherever they were the same.
    const parts = body.truncated ? body.text.split(/^\((\d+) bytes, SHA-256 ([\da-f]+)\)(?=\r\n)/m) : [body.text]
    yield `compose ${name} ${printfWords(names.pieces(parts[0] ?? ''))}`
    for (let index = 1; index < parts.length; index += 3) {
      const kept = body.shortParts?.[`(${parts[index]} bytes, SHA-256 ${parts[index + 1]})`]
      yield kept
        ? `printf -- ${printfWords([Buffer.from(kept).toString('latin1')], { inBytes: true })} >>"$work/${name}"`
        : `bytes ${name} ${parts[index] ?? 0} ${parts[index + 1] ?? ''}`
      yield `printf -- ${printfWords(names.pieces(parts[index + 2] ?? ''))} >>"$work/${name}"`
    }
    const { ending } = body
    if (ending === undefined) return
    const missing = body.bytes - Buffer.byteLength(body.text) - Buffer.byteLength(ending)
    if (missing > 0) yield `filler ${name} ${missing}`
    yield `printf -- ${printfWords(names.pieces(ending))} >>"$work/${name}"`
  }

  #headers({ request }: Exchange): string[] {
    const { names } = this.#ids
    const keyed = request.keyed?.headers ?? {}
    const words = Object.entries(request.headers)
      .filter(([name]) => !omitted.has(name))
      .map(([name, value]) => {
        const parts = keyed[name]
        if (parts) return `"${name}: $(printf -- ${this.#keyed(parts)})"`
        // A header without value is removed by `name:` and sent by `name;`.
        return shellWord(names.pieces(value === '' ? `${name};` : `${name}: ${value}`))
      })
    // curl would add a form's content type of its own.
    const untyped =
      request.body !== undefined && request.headers['content-type'] === undefined ? ["'content-type:'"] : []
    return [...words, ...untyped].flatMap((word) => ['-H', word])
  }

  *#credentials({ request, status }: Exchange): Generator<string> {
    const keyed = request.keyed?.headers['authorization']
    const written = request.headers['authorization']
    if (keyed && this.#areKnown(keyed)) yield `credentials ${this.#keyed(keyed)}`
    else if (written === undefined) yield 'rm -f "$work/keys/forged"'
    else if (status < 300) yield `undecided 'a request needs a key that was made for it'`
    else yield `credentials ${neverIssued(written)}`
  }

  /** A key that was made for a request is one that the script makes, too, and sends whole. */
  #areKnown(parts: KeyedText): boolean {
    return parts.every((part) => {
      if (typeof part === 'string') return true
      if ('base64' in part) return this.#areKnown(part.base64)
      if (typeof part.of === 'string') return true
      return this.#ids.variableOf(part.of.made) !== undefined && part.from === 0 && part.swapped !== true
    })
  }

  #keyed(parts: KeyedText): string {
    const format = parts.map((part) =>
      typeof part === 'string' ? part.replaceAll('%', '%%').replaceAll('\\', '\\\\') : '%s',
    )
    const values = parts.flatMap((part) => {
      if (typeof part === 'string') return []
      if ('base64' in part) return [`"$(printf -- ${this.#keyed(part.base64)} | base64 | tr -d '\\n')"`]
      if (typeof part.of === 'object') return [`"$${this.#ids.variableOf(part.of.made)}_key"`]
      const excerpt = `part "$${variableOfKey[part.of]}" ${part.from + 1} ${part.to}`
      return [part.swapped ? `"$(${excerpt} | swapcase)"` : `"$(${excerpt})"`]
    })
    return [quoted(format.join('')), ...values].join(' ')
  }
}

/** A key that was never given out has the form of one: its letters do not matter. */
function neverIssued(authorization: string): string {
  const [before = '', ...rest] = authorization.split('***')
  if (rest.length === 0) return printfWords([authorization])
  return `${quoted(`${before}svc_api_%s`)} "$(fresh)$(fresh)$(fresh)$(fresh)$(fresh)"`
}

function shellMethod(method: string): string {
  return /^[A-Z]+$/.test(method) ? method : quoted(method)
}
