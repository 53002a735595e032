import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SeparateReference } from './separate-reference.ts'
import type { Spent } from './spent.ts'
import { keyEnvironment } from '../lib/client/key-variables.ts'

/** One exchange of the archive that a run has written. */
export interface Archived {
  /** The check that sent it, behind the requirements that it verifies. */
  readonly check: string
  /** Milliseconds since the command began. */
  readonly began: number
  readonly ended: number
}

export interface CommandRun extends Spent {
  readonly exchanges: readonly Archived[]
}

interface Cost {
  readonly began: number
  readonly ended: number
  readonly cpuSeconds: number
}

interface Har {
  readonly log: {
    readonly entries: ReadonlyArray<{
      readonly startedDateTime: string
      readonly time: number
      readonly comment: string
    }>
  }
}

/** Runs the command as its users do, in a process of its own, against a reference in another. */
export async function commandRun(
  { baseUrl, controlUrl, keys }: Omit<SeparateReference, keyof AsyncDisposable>,
  words: readonly string[] = [],
): Promise<CommandRun> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-command-'))
  const cost = join(directory, 'cost.json')
  const controls = pathOf('../reference/controls-module.ts')
  const target = ['--base-url', baseUrl, '--allow-writes', '--allow-traces', '--controls', controls]
  const call = ['run', '--seed', '42', '--reports', directory, ...target, ...words]
  try {
    const command = spawn(
      process.execPath,
      ['--import', pathOf('report-cost.ts'), pathOf('../lib/cli/main.ts'), ...call],
      {
        stdio: 'ignore',
        env: {
          ...process.env,
          BENCH_COST: cost,
          PRODUCT_DATA_CONTROL_URL: controlUrl,
          ...keyEnvironment(keys),
        },
      },
    )
    await once(command, 'exit')
    if (command.exitCode !== 0) throw new Error(`the command ended with ${command.exitCode}`)
    const { began, ended, cpuSeconds }: Cost = JSON.parse(readFileSync(cost, 'utf8'))
    const { log }: Har = JSON.parse(readFileSync(join(directory, 'exchanges.har'), 'utf8'))
    const exchanges = log.entries.map(({ startedDateTime, time, comment }): Archived => {
      const sent = Date.parse(startedDateTime) - began
      return { check: comment.split('; ')[0] ?? '', began: sent, ended: sent + time }
    })
    return { seconds: (ended - began) / 1000, cpuSeconds, exchanges }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function pathOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}
