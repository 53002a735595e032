import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { output } from '../client/output.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const errors = ['uncaughtException', 'unhandledRejection'] as const

/** Milliseconds after a signal in which checks may still finish. */
const timeoutAfterSignalMs = 4000

/** Milliseconds within which a second signal counts as the first: a terminal also sends Ctrl-C to npm, which passes it on. */
const sameSignalMs = 1000

/**
 * On the first SIGINT, SIGTERM or SIGHUP, and when the npm that started it ends, a run sends nothing more and starts its
 * teardown; a second signal ends the process immediately and keeps the ledger. Listens from its construction on.
 */
export class Interruption {
  #cause: string | undefined
  #at = 0
  readonly #ledger: string
  readonly #stops = new Set<() => void>()
  readonly #came = Promise.withResolvers<undefined>()
  readonly #listener = (signal: NodeJS.Signals): void => {
    if (this.#cause === undefined) this.#interrupt(signal)
    else if (Date.now() - this.#at > sameSignalMs) this.#endAtOnce(signal)
  }
  /** A bug of the suite in code that nobody awaits: the run ends, with its teardown. */
  readonly #onError = (error: unknown): void => {
    output.warnings(`error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`.split('\n'))
    if (this.#cause === undefined) this.#interrupt('an error in the suite')
  }

  /** With the path of the run's ledger, for the message if it stays. */
  constructor(ledger: string) {
    this.#ledger = ledger
    this.#listen()
    whenNpmEnds(() => {
      if (this.#cause === undefined) this.#interrupt('the end of npm')
    })
  }

  /** What ended the run early: a signal, as a rule. */
  get cause(): string | undefined {
    return this.#cause
  }

  /** Reports the end of the checks, immediately if they should already end. */
  stopBy(stop: () => void): void {
    this.#stops.add(stop)
    if (this.#cause !== undefined) stop()
  }

  /** The result of work that is abandoned a few seconds after a signal, or after this many milliseconds; `undefined` then. */
  async orStopped<Outcome>(work: Promise<Outcome>, longestMs?: number): Promise<Outcome | undefined> {
    const over = new AbortController()
    const within = (ms: number): Promise<undefined> => pause(ms, undefined, { signal: over.signal })
    const late = Promise.race([
      this.#came.promise.then(() => within(timeoutAfterSignalMs)),
      ...(longestMs === undefined ? [] : [within(longestMs)]),
    ])
    // What ends after it was given up concerns nobody.
    work.catch(() => undefined)
    try {
      return await Promise.race([work, late.catch(() => undefined)])
    } finally {
      over.abort()
    }
  }

  /** Removes the listeners of vitest and vite: they end the process immediately, and the run's records would remain. */
  takeOver(): void {
    for (const name of [...signals, ...errors]) process.removeAllListeners(name)
    this.#listen()
  }

  forget(): void {
    for (const name of signals) process.removeListener(name, this.#listener)
    for (const name of errors) process.removeListener(name, this.#onError)
  }

  #listen(): void {
    for (const name of signals) process.on(name, this.#listener)
    for (const name of errors) process.on(name, this.#onError)
  }

  #interrupt(cause: string): void {
    this.#cause = cause
    this.#at = Date.now()
    output.warn(`${cause}: ending the running checks, then removing the data of the run`)
    for (const stop of this.#stops) stop()
    this.#came.resolve(undefined)
  }

  #endAtOnce(signal: NodeJS.Signals): never {
    const left = existsSync(this.#ledger)
      ? `; data of the run may be left: remove it with "cleanup ${this.#ledger}"`
      : ''
    output.warn(`${signal}: ended at once${left}`)
    process.exit(128 + constants.signals[signal])
  }
}

/** Milliseconds between two looks. */
const interval = 200

/** Processes between npm and this one: its shell, and an older Node that starts this one. */
const mostBetween = 3

/**
 * Calls back when the npm that started this process is gone: npm signals only its shell, which ends without passing the signal
 * on. Keeps no process alive.
 */
function whenNpmEnds(ended: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const before = chainToNpm()
  const looking = setInterval(() => {
    if (ancestors(before.length).join() === before.join()) return
    clearInterval(looking)
    ended()
  }, interval)
  looking.unref()
}

/** The processes up to npm; only the parent if the system does not show which of them is npm. */
function chainToNpm(): readonly number[] {
  const chain = ancestors(mostBetween + 1)
  const npm = chain.findIndex((pid) =>
    /\b(?:npm|npx|pnpm|yarn)\b/.test(ofProcess(pid, 'cmdline').split('\0-c\0')[0] ?? ''),
  )
  return chain.slice(0, npm === -1 ? 1 : npm + 1)
}

function ancestors(count: number): readonly number[] {
  const chain = [process.ppid]
  while (chain.length < count) {
    const parent = Number(
      ofProcess(chain.at(-1) ?? 0, 'stat')
        .split(') ')
        .at(-1)
        ?.split(' ')[1],
    )
    if (!(parent > 0)) break
    chain.push(parent)
  }
  return chain
}

/** What Linux shows about a process; nothing on other systems, or if it is gone. */
function ofProcess(pid: number, what: 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}
