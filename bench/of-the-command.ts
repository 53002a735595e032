import type { Check } from '../lib/run/check.ts'
import { commandRun, type Archived, type CommandRun } from './command-run.ts'
import type { Measure } from './measure.ts'
import { rounds, spreadOf } from './rounds.ts'
import { separateReference } from './separate-reference.ts'

/** Seconds of a run of the command, by what it is at. */
interface Phases {
  /** Until the first request. */
  readonly start: number
  readonly sideBySide: number
  readonly serial: number
  readonly teardown: number
  /** From the last request to the end of the process. */
  readonly reports: number
}

/** The command as users give it: how long it is at what, and what it costs beside the requests. */
export async function ofTheCommand(checks: readonly Check[]): Promise<readonly Measure[]> {
  const serial = checks.filter((check) => check.serial).map(({ title }) => title)
  await onFresh(['--only', 'USER'])
  const runs: CommandRun[] = []
  for (let round = 0; round < rounds; round += 1) runs.push(await onFresh())
  const phases = runs.map((run) => phasesOf(run, serial))
  const parts = phases.map(
    ({ start, sideBySide, serial: alone, teardown, reports }) =>
      `${[start, sideBySide, alone, teardown, reports].map((seconds) => seconds.toFixed(1)).join(' + ')} s`,
  )
  const spent = runs.map(
    ({ cpuSeconds, exchanges }) => `${cpuSeconds.toFixed(1)} s of CPU for ${exchanges.length} requests`,
  )
  return [
    {
      name: 'the command : its checks side by side',
      ...spreadOf(phases.map((phase, index) => (runs[index]?.seconds ?? 0) / phase.sideBySide)),
      budget: 2,
      details: `start + side by side + serial + teardown + reports: ${parts.join(', ')}; ${spent.join(', ')}`,
    },
    { name: 'seconds to the first request', ...spreadOf(phases.map(({ start }) => start)), budget: 1, details: '' },
    { name: 'seconds for the reports', ...spreadOf(phases.map(({ reports }) => reports)), budget: 1, details: '' },
  ]
}

async function onFresh(words: readonly string[] = []): Promise<CommandRun> {
  await using reference = await separateReference()
  return await commandRun(reference, words)
}

function phasesOf({ seconds, exchanges }: CommandRun, serial: readonly string[]): Phases {
  const checks = exchanges.filter(({ check }) => !check.includes('teardown'))
  const first = Math.min(...exchanges.map(({ began }) => began)) / 1000
  const checked = lastEnd(checks)
  const last = lastEnd(exchanges)
  const spans = serial.map((title) => spanOf(checks.filter(({ check }) => check.endsWith(title))))
  const alone = spans.reduce((sum, span) => sum + span, 0)
  return {
    start: first,
    sideBySide: checked - first - alone,
    serial: alone,
    teardown: last - checked,
    reports: seconds - last,
  }
}

/** Seconds from the first to the last exchange. */
function spanOf(exchanges: readonly Archived[]): number {
  return exchanges.length === 0 ? 0 : lastEnd(exchanges) - Math.min(...exchanges.map(({ began }) => began)) / 1000
}

function lastEnd(exchanges: readonly Archived[]): number {
  return Math.max(...exchanges.map(({ ended }) => ended)) / 1000
}
