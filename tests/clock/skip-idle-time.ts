import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, vi } from 'vitest'

const { setImmediate: afterTurn, setTimeout: afterTime, performance: realPerformance } = globalThis

/** Turns of the event loop in which nothing happens, after which all are taken to wait for time alone. */
const quietTurns = 10

/**
 * The same while answers are awaited, each turn of a real millisecond. They are counted, and not the time: on a busy machine this
 * thread may stand still for that long. Where all of the requests have come to servers in this thread, these wait for time.
 */
const quietTurnsOfServers = 10

/** The same where a body may not have come whole: nobody reads it, or its bytes are under way. */
const quietTurnsBeforeBodies = 100

/** The same where a request or an answer is under way, for as long as a busy machine may take; else it is one that nobody serves. */
const quietTurnsUnderWay = 5000

/** Resources that are there all the time, or as long as somebody does not read; others tell of work in another thread, or of a connection to come. */
const lasting = /^(?:Timeout|Immediate|MessagePort|(?:TCP|Pipe|TTY|Simple).*)$/

/**
 * Gives this thread a clock of its own until the end of the scope: while anything happens it goes on by a millisecond with
 * each request that comes to a server, and to the next timer as soon as nothing does. A wait of seconds is then over at once,
 * and a busy machine makes none longer.
 */
export function skipIdleTime(): Disposable {
  vi.useFakeTimers({
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    // What is imported from `node:timers/promises` too.
    fakeNodeBuiltins: true,
    now: Date.now(),
  })
  measureByTheDate()
  const awaited = new AwaitedAnswers()
  const served = new ServedRequests()
  const ending = new AbortController()
  const turnsBeforeTime = (): number => {
    if (awaited.size === 0) return quietTurns
    if (served.size < awaited.size) return quietTurnsUnderWay
    return served.areWhole ? quietTurnsOfServers : quietTurnsBeforeBodies
  }
  const skipping = skip(awaited, turnsBeforeTime, ending.signal)
  skipping.catch((error: unknown) => ending.abort(error))
  return {
    [Symbol.dispose]: () => {
      ending.abort()
      awaited[Symbol.dispose]()
      served[Symbol.dispose]()
      vi.useRealTimers()
    },
  }
}

/** What is measured lasts as long as the times of the same clock say: a request moves these alone. */
function measureByTheDate(): void {
  const [measured, date] = [performance.now(), Date.now()]
  performance.now = () => measured + Date.now() - date
}

/** The same for all tests of the file that calls it. */
export function skipIdleTimeInThisFile(): void {
  let skipping: Disposable | undefined
  beforeAll(() => {
    skipping = skipIdleTime()
  })
  afterAll(() => skipping?.[Symbol.dispose]())
}

async function skip(awaited: AwaitedAnswers, turnsBeforeTime: () => number, signal: AbortSignal): Promise<void> {
  let events = -1
  let turns = 0
  while (!signal.aborted) {
    await (vi.getTimerCount() === 0 || awaited.size > 0 ? realTime() : realTurn())
    const seen = realPerformance.nodeTiming.uvMetricsInfo.events
    if (seen !== events || worksElsewhere()) {
      events = seen
      turns = 0
      continue
    }
    turns += 1
    if (turns <= turnsBeforeTime() || signal.aborted || vi.getTimerCount() === 0) continue
    // If a callback throws, the clock goes on: otherwise everything in this thread would wait for ever.
    await vi.advanceTimersToNextTimerAsync().catch(console.error)
    turns = 0
  }
}

/** A turn after the other without a pause leaves so much garbage that to collect it is what happens in this thread, all the time. */
function realTime(): Promise<void> {
  return new Promise((resolve) => afterTime(resolve, 1))
}

function realTurn(): Promise<void> {
  return new Promise((resolve) => afterTurn(resolve))
}

function worksElsewhere(): boolean {
  return process.getActiveResourcesInfo().some((resource) => !lasting.test(resource))
}

/** Requests of this thread that have no answer yet, whoever sends them by undici or by `fetch`. */
class AwaitedAnswers implements Disposable {
  readonly #requests = new Set<object>()
  readonly #sent = (message: unknown): void => void this.#requests.add(requestIn(message))
  readonly #over = (message: unknown): void => void this.#requests.delete(requestIn(message))

  constructor() {
    subscribe('undici:request:create', this.#sent)
    subscribe('undici:request:trailers', this.#over)
    subscribe('undici:request:error', this.#over)
  }

  get size(): number {
    return this.#requests.size
  }

  [Symbol.dispose](): void {
    unsubscribe('undici:request:create', this.#sent)
    unsubscribe('undici:request:trailers', this.#over)
    unsubscribe('undici:request:error', this.#over)
  }
}

/** Requests that have come to a server in this thread, and that it has not answered yet. */
class ServedRequests implements Disposable {
  readonly #requests = new Set<Pick<IncomingMessage, 'complete'>>()
  readonly #come = (message: unknown): void => {
    const { request, response } = Object(message)
    this.#requests.add(request)
    // As anywhere: what is changed is changed later than it was made.
    vi.setSystemTime(Date.now() + 1)
    // Answered, or broken off.
    response.once('close', () => this.#requests.delete(request))
  }

  constructor() {
    subscribe('http.server.request.start', this.#come)
  }

  get size(): number {
    return this.#requests.size
  }

  /** Whether their bodies have come, too. */
  get areWhole(): boolean {
    return [...this.#requests].every(({ complete }) => complete)
  }

  [Symbol.dispose](): void {
    unsubscribe('http.server.request.start', this.#come)
  }
}

function requestIn(message: unknown): object {
  const { request } = Object(message)
  return Object(request)
}
