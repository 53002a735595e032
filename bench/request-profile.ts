import { settleCauses } from '../lib/checks/settle-causes.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyEnvironment } from '../lib/client/key-variables.ts'
import type { Exchange } from '../lib/client/exchange.ts'
import type { Configuration, Effort } from '../lib/config/configuration.ts'
import { wrapControls } from '../lib/config/controls.ts'
import { resolveConfiguration } from '../lib/config/resolve-configuration.ts'
import { Ledger } from '../lib/ledger/ledger.ts'
import type { Check, CheckContext } from '../lib/run/check.ts'
import { orderedChecks } from '../lib/run/planned-checks.ts'
import { runChecks } from '../lib/run/run-by-hand.ts'
import { Session } from '../lib/run/session.ts'
import { undoRun } from '../lib/run/undo-run.ts'
import { createControls } from '../reference/controls.ts'
import { startReference } from '../reference/start-reference.ts'

/** On whose behalf a request is sent. */
interface Asker {
  readonly check: string
  /** The shared set-up that is being made, if any. */
  readonly setUp?: string
  /** Which of the set-ups of that name it is: things that checks lend each other, or what belongs to a record. */
  readonly which?: string
  /** What the check has asked of `given`, if anything. */
  readonly given?: string
}

export interface ProfiledExchange extends Partial<Asker> {
  readonly exchange: Exchange
}

export interface RequestProfile {
  readonly exchanges: readonly ProfiledExchange[]
  /** The checks that have asked for each shared set-up, and the set-ups that one builds on, by its name. */
  readonly users: ReadonlyMap<string, ReadonlySet<string>>
  /** The requirements that were evaluated, by the check that did. */
  readonly evaluated: ReadonlyMap<string, ReadonlySet<string>>
  /** What the teardown has sent. */
  readonly teardown: readonly Exchange[]
}

const asking = new AsyncLocalStorage<Asker>()

/** A session that notes who asks for what is shared. */
class ProfiledSession extends Session {
  readonly users = new Map<string, Set<string>>()

  override shared<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
    const setUp = name.replaceAll(/[\da-f]{8}-[\da-f-]{27}/gi, '…').replace(/ \(lent \d+\)$/, '')
    const asker = asking.getStore()
    const users = this.users.get(setUp) ?? new Set()
    this.users.set(setUp, asker ? users.add(asker.setUp ?? asker.check) : users)
    return super.shared(name, () => asking.run({ check: asker?.check ?? '', setUp, which: name }, make))
  }
}

export interface ProfiledRun {
  readonly checks: readonly Check[]
  readonly mode: Configuration['mode']
  readonly effort: Effort
  /** Makes the checks that the effort leaves out too. */
  readonly isWhole?: true
}

const uploadLimit = 5_242_880

/** Runs checks against a reference of its own, teardown included, and tells on whose behalf each request was sent. */
export async function profileRequests({ checks, mode, effort, isWhole }: ProfiledRun): Promise<RequestProfile> {
  const reference = await startReference({ seed: 'embedded' })
  const directory = mkdtempSync(join(tmpdir(), 'requests-'))
  const { baseUrl, keys, controlUrl } = reference
  const allows = mode === 'read-write'
  const resolved = resolveConfiguration({
    flags: { baseUrl, allowWrites: allows, allowTraces: allows, seed: '42', effort, reports: directory },
    environment: keyEnvironment(keys),
    directory,
  })
  // A whole run sends what its checks need, whatever its effort is bounded by.
  const maxRequests = isWhole && effort === 'smoke' ? { maxRequests: Number.MAX_SAFE_INTEGER } : {}
  const configuration = { ...resolved, ...maxRequests, targetFile: { limits: { maxUploadBytes: uploadLimit } } }
  const ledger = Ledger.begin(configuration)
  const controls = wrapControls(createControls(controlUrl))
  const exchanges: ProfiledExchange[] = []
  const teardown: Exchange[] = []
  const session = new ProfiledSession({
    configuration,
    controls,
    ledger,
    writesScripts: false,
    onExchange: (exchange) => exchanges.push({ ...asking.getStore(), exchange }),
  })
  try {
    await runChecks(checks.map(watched), session, isWhole && { order: (all) => orderedChecks(all, session) })
    const evaluated = new Map<string, Set<string>>()
    for (const { check, requirement } of settleCauses(session.record()).evaluations)
      evaluated.set(check, (evaluated.get(check) ?? new Set()).add(requirement))
    await session.close()
    await undoRun(configuration, { ledger, controls, onExchange: (exchange) => teardown.push(exchange) })
    return { exchanges, users: session.users, evaluated, teardown }
  } finally {
    await session.close()
    await reference.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The same check, whose requests are known to be its own, and by what it asks of `given`. */
function watched(check: Check): Check {
  const { title } = check
  const run = (context: CheckContext): Promise<void> =>
    asking.run({ check: title }, () => check.run({ ...context, given: watchedGiven(context.given, title) }))
  return { ...check, run }
}

function watchedGiven(given: CheckContext['given'], check: string): CheckContext['given'] {
  return new Proxy(given, {
    get: (target, name, receiver) => {
      const value: unknown = Reflect.get(target, name, receiver)
      if (typeof value !== 'function') return value
      return (...words: unknown[]): unknown => {
        const asker = asking.getStore()
        // What one given asks of another, and what a set-up asks, belongs to that.
        if (asker?.given !== undefined || asker?.setUp !== undefined) return Reflect.apply(value, target, words)
        return asking.run({ check, given: String(name) }, () => Reflect.apply(value, target, words))
      }
    },
  })
}
