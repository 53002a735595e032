import type { Exchange } from '../client/exchange.ts'
import { Batch } from '../client/batch.ts'
import { Client } from '../client/client.ts'
import type { Wait } from '../client/request-gate.ts'
import { keepSecret } from '../client/redactor.ts'
import type { TransportError } from '../client/transport-error.ts'
import { CoverageRecorder } from '../checks/passive/coverage.ts'
import type { Counterexample, FailedClaim } from '../checks/finding.ts'
import type { JournalRecord } from '../checks/journal.ts'
import type { RequirementId } from '../contract/requirement.ts'
import { unanswered } from '../checks/passive/answered-to-the-end.ts'
import { PassiveInspection } from '../checks/passive-inspection.ts'
import { RunJournal } from '../checks/run-journal.ts'
import type { Keys } from '../client/keys.ts'
import { Chronicle, notedControls } from '../replay/transcript/chronicle.ts'
import { transcript } from '../replay/transcript/transcript.ts'
import { reachOf } from '../config/connection.ts'
import type { Configuration } from '../config/configuration.ts'
import type { Controls } from '../config/controls.ts'
import { createPassiveChecks } from '../service/checks/create-passive-checks.ts'
import { Dialect } from '../service/dialect/dialect.ts'
import { Once } from '../dialect/once.ts'
import { ledgeredControls } from '../ledger/ledgered-controls.ts'
import { LedgerGuard, TraceGuard } from '../ledger/ledger-guard.ts'
import { Ledger } from '../ledger/ledger.ts'
import { OwnershipGuard, ownershipCheck, type ForeignClaim } from '../ledger/ownership-guard.ts'
import { declaredIds } from '../service/fixtures/declared-ids.ts'
import { DrawnNumbers, DrawnWords } from './drawn-values.ts'
import { Lending } from './lending.ts'
import { newPreparation, noteUse, within, type Preparation } from './preparation.ts'
import { removalOf, requestBound } from './request-bound.ts'
import { RequestBudget } from './request-budget.ts'

export interface SessionOptions {
  readonly configuration: Configuration
  readonly controls: Controls
  readonly ledger: Ledger
  /** How long a claim waits for lawfully late results; 10 s by default. */
  readonly latenessMs?: number
  /** Whether each finding gets a script that reproduces it; `true` by default. */
  readonly writesScripts?: boolean
  /** Called after every exchange, for progress. */
  readonly onExchange?: (exchange: Exchange) => void
  /** Called with each claim of a check, and with each answer for which one fails. */
  readonly onClaim?: (claim: JudgedClaim) => void
  /** The only inputs that the properties of some checks try: those of repeated findings, by the check's title. */
  readonly counterexamples?: ReadonlyMap<string, Pick<Counterexample, 'path' | 'commandsPath'>>
}

/** A claim that was made of a requirement. */
export interface JudgedClaim extends Pick<FailedClaim, 'claim' | 'fingerprint' | 'about' | 'expected' | 'received'> {
  readonly requirement: RequirementId
  readonly check: string
  readonly holds: boolean
}

/** Everything that the checks of one worker share: the client, the target's dialect, created records, and observations. */
export class Session {
  readonly configuration: Configuration
  readonly controls: Controls
  readonly ledger: Ledger
  readonly client: Client
  readonly chronicle = new Chronicle()
  readonly journal: RunJournal
  readonly dialect: Dialect
  readonly drawnNumbers = new DrawnNumbers()
  readonly drawnWords = new DrawnWords()
  readonly budget: RequestBudget
  readonly counterexamples: NonNullable<SessionOptions['counterexamples']>
  readonly onClaim: SessionOptions['onClaim']
  readonly latenessMs: number | undefined
  readonly #coverage = new CoverageRecorder()
  /** Answers that the passive checks have not judged yet. */
  readonly #unjudged: Batch<Exchange>
  readonly #shared = new Once()
  readonly lending = new Lending((name, make) => this.shared(name, make))
  readonly #preparations = new Map<string, Preparation>()
  readonly #used = new Map<string, Set<unknown>>()
  readonly #maxRequests: number | undefined
  /** Requests by which the teardown will remove what was created so far. */
  #removals = 0
  #stoppedBy: string | undefined
  /** What a check that runs alone waits for just now. */
  waiting: Wait | undefined
  readonly #madeKeys = new Map<string, string>()
  readonly #keys: { own: string; sameOrganization?: string; otherOrganization?: string; revoked?: string } & Pick<
    Keys,
    'made'
  >

  constructor(options: SessionOptions) {
    const { configuration } = options
    this.configuration = configuration
    this.#keys = { ...configuration.keys, made: this.#madeKeys }
    this.ledger = options.ledger
    this.ledger.onProblem = () => this.stop()
    this.latenessMs = options.latenessMs
    this.counterexamples = options.counterexamples ?? new Map()
    this.onClaim = options.onClaim
    const { baseUrl, runId } = configuration
    this.journal = new RunJournal((finding) => {
      // A check's own claims are reported when they are made, whether they hold or not.
      if (finding.foundIn) this.onClaim?.({ ...finding, holds: false })
      if (options.writesScripts === false) return undefined
      return transcript(finding, { chronicle: this.chronicle, baseUrl, runId })
    })
    const inspection = new PassiveInspection(this.journal, createPassiveChecks())
    this.#unjudged = new Batch((exchanges) => {
      for (const exchange of exchanges) {
        this.#coverage.see(exchange)
        inspection.inspect(exchange)
      }
    })
    const controls = ledgeredControls(options.controls, {
      ledger: options.ledger,
      mode: configuration.mode,
      keys: configuration.keys,
      declaredAiUsage: configuration.targetFile.aiUsage,
    })
    this.controls = notedControls(controls, this.chronicle, ({ id, key }) => this.#madeKeys.set(id, key))
    this.#maxRequests = requestBound(configuration)
    this.client = this.#openClient(options)
    const sent = (): number => this.client.sent + this.#removals
    this.budget = new RequestBudget({ maxRequests: this.#maxRequests, sent })
    this.dialect = new Dialect({
      send: (request) => this.client.send({ ...request, check: 'discovery of the dialect' }),
      targetFile: configuration.targetFile,
      described: configuration.described,
      mode: configuration.mode,
      runId: configuration.runId,
      ledger: options.ledger,
    })
  }

  #openClient({ configuration, ledger, onExchange }: SessionOptions): Client {
    const { mode, maxRequestsPerSecond, deadlineSeconds } = configuration
    return new Client({
      ...reachOf(configuration),
      keys: this.#keys,
      mode,
      guard: new TraceGuard(
        ledger,
        new LedgerGuard(
          ledger,
          new OwnershipGuard({
            runId: configuration.runId,
            foreign: declaredIds(configuration.targetFile),
            send: (request) => this.client.send(request),
            onForeign: (foreign) => this.#foundForeign(foreign),
          }),
        ),
      ),
      maxRequestsPerSecond,
      maxRequests: this.#maxRequests,
      deadline: deadlineSeconds === undefined ? undefined : Date.now() + deadlineSeconds * 1000,
      onUnanswered: (lost, error) => this.#foundUnanswered(lost, error),
      onExchange: (exchange) => {
        this.journal.exchanged(exchange)
        this.chronicle.add(exchange)
        this.#unjudged.add(exchange, exchange.bodyBytes)
        this.#removals += removalOf(exchange, configuration)
        onExchange?.(exchange)
      },
    })
  }

  /** Creates something once per session for the first caller; all others share it, or its failure unless that may be temporary. */
  shared<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
    const made = this.#shared.of(
      name,
      () => {
        const preparation = newPreparation()
        this.#preparations.set(name, preparation)
        return within(preparation, make)
      },
      () => this.drawnNumbers.mayBeInUse(this.#preparations.get(name)?.sent ?? []),
    )
    const preparation = this.#preparations.get(name)
    if (preparation) noteUse(preparation)
    return made
  }

  /** A value that this session has not used before for this purpose, such as the size of an upload. */
  unused<Value>(purpose: string, draw: () => Value): Value {
    const used = this.#used.get(purpose) ?? new Set()
    this.#used.set(purpose, used)
    let value = draw()
    while (used.has(value)) value = draw()
    used.add(value)
    return value
  }

  /** Allows requests with a second identity: with the given key, or with one that the controls create. */
  async ensureKey(identity: 'same-organization' | 'other-organization'): Promise<string> {
    const name = identity === 'same-organization' ? 'sameOrganization' : 'otherOrganization'
    return this.shared(`key of ${identity}`, async () => {
      const given = this.#keys[name]
      if (given !== undefined) return given
      const organization = identity === 'same-organization' ? 'own' : 'other'
      const made = await this.controls.createApiKey({ organization })
      keepSecret(made.key)
      this.#keys[name] = made.key
      return made.key
    })
  }

  /** Notes a key that was created and revoked: a script gets one through its own variable. */
  keepRevoked(key: string): void {
    keepSecret(key)
    this.#keys.revoked ??= key
  }

  /** Whether there is any finding, even if another requirement causes it. */
  get hasFindings(): boolean {
    this.judgeAll()
    return this.journal.hasFindings
  }

  /** Lets the passive checks judge the answers so far: they judge many at a time. */
  judgeAll(): void {
    this.#unjudged.flush()
  }

  /** Everything observed so far, as plain data. Causes are not settled yet: those of several sessions are settled together. */
  record(): JournalRecord {
    this.judgeAll()
    return this.journal.record(this.#extras)
  }

  /** A creation that returns the id of somebody else's record is a violation of its own, and the record is left alone. */
  #foundForeign({ creation, endpoint, requirement, shown }: ForeignClaim): void {
    this.journal.evaluated(requirement, ownershipCheck)
    this.journal.violated({
      requirement,
      check: ownershipCheck,
      way: 'claim',
      fingerprint: `a foreign id\n${endpoint}`,
      claim: 'a creation returns the id of the created record',
      expected: 'a new id, and a read by this id that shows what was sent',
      received: shown === undefined ? 'the id of an existing record' : 'an id by which a read returns another record',
      exchanges: [creation, ...(shown === undefined ? [] : [shown])],
      foundIn: [creation.check],
      hint: 'idempotency or cache: the response seems to be that of an earlier request',
    })
  }

  /** Returns whether a request that was never answered breaks a rule: requests that no client sends may be dropped on their way. */
  #foundUnanswered(lost: Exchange, error: TransportError): boolean {
    const finding = unanswered(lost, error)
    if (finding) this.journal.violated(finding)
    else {
      const name = `${lost.endpoint ?? lost.request.method}: ${lost.broken ?? 'a request that no client sends'}`
      this.journal.observed({ requirement: 'GEN-10', name, value: `never answered (${error.kind})` })
    }
    return finding !== undefined
  }

  get #extras(): Pick<JournalRecord, 'coverage' | 'dialect' | 'slowestMs'> {
    const { slowestMs } = this.client
    return { coverage: this.#coverage.record(), dialect: this.dialect.describe(), slowestMs }
  }

  /** Ends the run early: nothing more is sent, and no check starts. */
  stop(cause = 'the run was interrupted'): void {
    this.#stoppedBy ??= cause
    this.client.stop(cause)
  }

  /** Whether the run evaluates each requirement once, with as few requests as possible. */
  get isSmoke(): boolean {
    return this.configuration.effort === 'smoke'
  }

  get isStopped(): boolean {
    return this.#stoppedBy !== undefined
  }

  /** Why the run ended early. */
  get stoppedBy(): string | undefined {
    return this.#stoppedBy
  }

  async close(): Promise<void> {
    await this.client.close()
    this.ledger.close()
  }
}
