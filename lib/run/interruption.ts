import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { output } from '../client/output.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const errors = ['uncaughtException', 'unhandledRejection'] as const

/** Milliseconds after a signal at which checks are waited for no longer. */
const timeoutAfterSignalMs = 4000

/** Milliseconds within which a second signal is the first once more: a terminal sends Ctrl-C to npm too, which passes it on. */
const sameSignalMs = 1000

/**
 * On the first SIGINT, SIGTERM or SIGHUP, and where the npm that started it ends, a run sends nothing more and goes on to its
 * teardown; a second one ends the process at once, and the ledger stays. Listens from the moment that it is made.
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
  /** A mistake of the suite itself, where nobody waits for it: the run ends by it, and not without its teardown. */
  readonly #onError = (error: unknown): void => {
    output.warnings(`error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`.split('\n'))
    if (this.#cause === undefined) this.#interrupt('an error in the suite')
  }

  /** With the path of the run's ledger, to be named where it stays. */
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

  /** Says what ends the checks; at once where they are to end already. */
  stopBy(stop: () => void): void {
    this.#stops.add(stop)
    if (this.#cause !== undefined) stop()
  }

  /** The outcome of work that is given up a few seconds after a signal, or after so many milliseconds; `undefined` where it was. */
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

  /** Removes the listeners that others have added: vitest and vite end the process at once, and what the run made would stay. */
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

/** Processes between npm and this one: its shell, and an older Node that hands over to this one. */
const mostBetween = 3

/**
 * Calls back once the npm that started this process is gone: npm hands signals to a shell, which ends by them and passes
 * none on. Keeps no process alive.
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

/** The processes up to npm; the parent alone where the system does not show which of them is npm. */
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

/** What Linux tells of a process; nothing elsewhere, and where it is gone. */
function ofProcess(pid: number, what: 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}
