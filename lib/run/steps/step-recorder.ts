import { ownershipCheck } from '../../ledger/ownership-guard.ts'
import { isRecord } from '../../contract/is-record.ts'
import type { Exchange } from '../../client/exchange.ts'
import { redact } from '../../client/redactor.ts'
import { canonicalText, idsIn } from './canonical-text.ts'
import { leavesOf } from './leaves-of.ts'
import type { Step } from './step.ts'

/** Their values show how a deployment behaves; for the others it is enough that they are present. */
const telling = new Set([
  'allow',
  'cache-control',
  'content-disposition',
  'content-type',
  'location',
  'www-authenticate',
  'x-content-type-options',
])

/** Headers that the path to a deployment adds, not the deployment. */
const transport = new Set([
  'age',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'server',
  'transfer-encoding',
  'vary',
  'via',
])

/** Turns the exchanges of a run into steps that can be compared with those of another run. */
export class StepRecorder {
  readonly #runId: string
  /** Ids of what the run has created. */
  readonly #made = new Set<string>()

  constructor(runId: string) {
    this.#runId = runId
  }

  /** A step, or `undefined` for a request that the rate limit delayed, or that belongs to no check. */
  step(exchange: Exchange): Step | undefined {
    const { request, status, check, sequence, json } = exchange
    if (status === 429 || check === ownershipCheck) return undefined
    const endpoint = exchange.endpoint ?? `${request.method} elsewhere`
    const asked = new Set(idsIn(`${request.path} ${request.body?.text ?? ''}`))
    if (request.method === 'POST' && status < 300) for (const id of madeIn(json)) this.#made.add(id)
    const own = request.method !== 'GET' || status >= 400 || this.#isAboutOwn(request.path, asked)
    const isList = isRecord(json) && Array.isArray(json['items'])
    return {
      check,
      sequence,
      endpoint,
      asked: this.#askedIn(exchange, endpoint),
      target: redact(request.path),
      status,
      own,
      headers: headersOf(exchange, this.#runId),
      leaves:
        json === undefined
          ? {}
          : leavesOf(json, { runId: this.#runId, asked, sent: textsIn(exchange), typesOnly: !own && isList }),
    }
  }

  #isAboutOwn(path: string, asked: ReadonlySet<string>): boolean {
    return path.toLowerCase().includes(this.#runId) || [...asked].some((id) => this.#made.has(id))
  }

  #askedIn({ request, identity, broken, endpoint: known }: Exchange, endpoint: string): string {
    const [path = '', query = ''] = request.path.split('?', 2)
    const where = known === undefined ? canonicalText(path, this.#runId) : endpoint
    const names = [...new URLSearchParams(query).keys()].toSorted().join('&')
    return [where, request.method, identity, names, broken ?? ''].join(' ')
  }
}

function headersOf({ headers }: Exchange, runId: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !transport.has(name))
      .map(([name, value]) => [name, telling.has(name) ? redact(canonicalText(value, runId)) : 'there']),
  )
}

/** The texts of a JSON body, at any depth. */
function textsIn({ request: { body } }: Exchange): ReadonlySet<string> {
  const texts = new Set<string>()
  if (body === undefined || body.truncated) return texts
  try {
    JSON.parse(body.text, (_, value: unknown) => {
      if (typeof value === 'string') texts.add(value)
      return value
    })
  } catch {
    // No JSON, or broken on purpose.
  }
  return texts
}

function madeIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => madeIn(entry))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'id' && typeof inner === 'string' ? [inner.toLowerCase()] : madeIn(inner),
  )
}
