import { output } from '../client/output.ts'
import type { Configuration } from '../config/configuration.ts'
import { requirements, type RequirementId } from '../contract/requirement.ts'
import { durationText } from '../wording/figures.ts'
import { onProgress, type WorkerProgress } from '../run/progress-channel.ts'
import { counted, grouped } from '../wording/figures.ts'
import { emit } from './run-events.ts'

/** The parts of a run, in their order. */
export type Phase = 'reaching the target' | 'testing' | 'removing test data' | 'writing reports'

/** Milliseconds from the start of the process to the first line: a shorter run needs none. */
const firstLine = 800

/** Milliseconds between two lines; a terminal has one that is rewritten. */
const interval = { terminal: 500, plain: 10_000 } as const

/** The progress of a run, on a timer: one rewritten line on a terminal, occasional lines elsewhere, or events. */
export class Progress {
  readonly #configuration: Configuration
  readonly #channel: { readonly close: () => void }
  #timer: NodeJS.Timeout
  #phase: Phase = 'reaching the target'
  #area: string | undefined
  #worker: WorkerProgress = { violated: [] }
  readonly #violated = new Set<RequirementId>()
  readonly #checks = { done: 0, total: 0 }
  /** In requests; the first checks send those of the `discovery`, and `teardown` comes after all. */
  readonly #cost = { spent: 0, total: 0, discovery: 0, teardown: 0 }
  #firstCheckAt: number | undefined
  #isShown = false

  constructor(configuration: Configuration) {
    this.#configuration = configuration
    this.#channel = onProgress(configuration.runId, (worker) => this.#hear(worker))
    emit(configuration, startedEvent(configuration))
    this.#timer = setTimeout(() => this.#tick(), Math.max(0, firstLine - performance.now())).unref()
  }

  /** Notes that the run begins its next phase. */
  phase(phase: Phase): void {
    this.#phase = phase
    this.#emitProgress()
  }

  /** The remaining work in requests: of each selected check, and of what is sent for all of them. */
  plan(costs: readonly number[], shared: { readonly discovery: number; readonly teardown: number }): void {
    this.#checks.total = costs.length
    this.#cost.total = costs.reduce((sum, cost) => sum + cost, 0)
    Object.assign(this.#cost, shared)
  }

  began(requirement: string | undefined): void {
    this.#firstCheckAt ??= performance.now()
    this.#area = requirement?.split('-')[0]
  }

  ended(cost: number): void {
    this.#checks.done += 1
    this.#cost.spent += cost
  }

  /** Ends the line; nothing more is shown. */
  end(): void {
    clearTimeout(this.#timer)
    this.#channel.close()
    if (process.stdout.isTTY && this.#isShown) output.progress('')
    this.#isShown = false
  }

  #hear(worker: WorkerProgress): void {
    this.#worker = worker
    for (const id of worker.violated) {
      if (this.#violated.has(id)) continue
      this.#violated.add(id)
      const statement = requirements.get(id)?.statement ?? ''
      emit(this.#configuration, { event: 'violated', requirement: id, statement })
    }
  }

  #tick(): void {
    this.#isShown = true
    output.progress(within(process.stdout.columns, this.#line()))
    this.#emitProgress()
    this.#timer = setTimeout(
      () => this.#tick(),
      process.stdout.isTTY && this.#configuration.output === 'text' ? interval.terminal : interval.plain,
    ).unref()
  }

  #line(): string {
    const { done, total } = this.#checks
    const { waiting } = this.#worker
    const left = this.#secondsLeft()
    const violated = this.#worker.violated.length
    const seconds = Math.round(performance.now() / 1000)
    return [
      this.#phase === 'testing' && this.#area !== undefined ? `testing ${this.#area}` : this.#phase,
      ...(total === 0 ? [] : [`${grouped(done)} of ${grouped(total)} checks`]),
      ...(total === 0 && violated === 0 ? [] : [`${counted(violated, 'requirement')} violated`]),
      ...(waiting ? [waitWords(waiting)] : []),
      `${durationText(seconds)}${left === undefined ? '' : `, about ${durationText(left)} left`}`,
    ].join(' · ')
  }

  /** Cheap checks come first: the time depends on the remaining requests. */
  #secondsLeft(): number | undefined {
    const { spent, total, discovery, teardown } = this.#cost
    if (this.#phase !== 'testing' || spent === 0 || this.#firstCheckAt === undefined) return undefined
    const seconds = (performance.now() - this.#firstCheckAt) / 1000
    return Math.ceil(((total - spent + teardown) * seconds) / (discovery + spent))
  }

  #emitProgress(): void {
    const secondsLeft = this.#secondsLeft()
    const { violated, waiting } = this.#worker
    emit(this.#configuration, {
      event: 'progress',
      phase: this.#phase,
      ...(this.#area !== undefined && { area: this.#area }),
      checks: this.#checks,
      violated,
      ...(waiting && {
        waiting: { for: waiting.reason, ...(waiting.until !== undefined && { seconds: secondsTo(waiting.until) }) },
      }),
      ...(secondsLeft !== undefined && { secondsLeft }),
    })
  }
}

function startedEvent({ name, baseUrl, mode, effort, seed, embedded }: Configuration) {
  return { event: 'started', target: { name, ...(!embedded && { baseUrl }) }, mode, effort, seed } as const
}

function waitWords({ reason, until }: NonNullable<WorkerProgress['waiting']>): string {
  return until === undefined ? `waiting for ${reason}` : `waiting ${secondsTo(until)} s for ${reason}`
}

function secondsTo(until: number): number {
  return Math.max(0, Math.ceil((until - Date.now()) / 1000))
}

/** A line wider than its terminal would wrap, and could not be rewritten. */
function within(columns: number | undefined, line: string): string {
  return columns === undefined || line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`
}
