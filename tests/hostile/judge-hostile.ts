import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConformanceReport } from '../../lib/report/conformance-report.ts'
import { readReport } from '../../lib/report/read-report.ts'
import type { Ended } from '../execute.ts'
import { runCli } from '../cli/run-cli.ts'

export interface Judged extends Ended {
  /** `undefined` where the run could not be made. */
  readonly report: ConformanceReport | undefined
  readonly seconds: number
  /** The most memory that the process had, in megabytes. */
  readonly memory: number
  /** Standard output, standard error and every file of the reports, as one text. */
  readonly everything: string
  /** The pages for people: HTML and Markdown. */
  readonly html: string
  /** Where the reports are. */
  readonly directory: string
}

export interface HostileOptions {
  readonly key: string
  /** Seconds, where the target keeps what it is asked. */
  readonly deadline?: number
  /** What ends other runs: so many requests show what a target is like, however long a machine takes to send them. */
  readonly maxRequests?: number
  readonly only?: string
  readonly concurrency?: number
}

/** The peak of the process itself: what `resourceUsage` tells begins with the size of the process that started it. */
const noteMemory = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
process.on('exit', () => {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  const peak = /VmHWM:\\s+(\\d+) kB/.exec(status)?.[1] ?? String(process.memoryUsage.rss() / 1024)
  writeFileSync(process.env.PEAK_MEMORY_FILE, peak)
})`

/** Lets the command judge a target that means no good, as a user would have it judged. */
export async function judgeHostile(baseUrl: string, options: HostileOptions): Promise<Judged> {
  const directory = mkdtempSync(join(tmpdir(), 'hostile-'))
  const reports = join(directory, 'reports')
  const memoryFile = join(directory, 'memory')
  const started = Date.now()
  const ended = await runCli(
    [
      'run',
      '--base-url',
      baseUrl,
      '--allow-writes',
      '--allow-traces',
      '--effort',
      'quick',
      '--seed',
      '1',
      ...(options.deadline === undefined
        ? ['--max-requests', `${options.maxRequests ?? 2500}`]
        : ['--deadline', `${options.deadline}`]),
      '--reports',
      reports,
      ...(options.only === undefined ? [] : ['--only', options.only]),
      ...(options.concurrency === undefined ? [] : ['--concurrency', `${options.concurrency}`]),
    ],
    {
      CONFORMANCE_API_KEY: options.key,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(noteMemory)}`,
      PEAK_MEMORY_FILE: memoryFile,
    },
  )
  const seconds = (Date.now() - started) / 1000
  const file = join(reports, 'conformance.json')
  const files = existsSync(reports) ? filesIn(reports) : []
  const texts = files.map((path) => readFileSync(path, 'utf8'))
  const pages = files.filter((path) => /\.(?:html|md)$/.test(path))
  return {
    ...ended,
    seconds,
    memory: (Number(readFileSync(memoryFile, 'utf8')) * 1024) / 1e6,
    report: existsSync(file) ? readReport(file) : undefined,
    directory: reports,
    html: pages.map((path) => readFileSync(path, 'utf8')).join('\n'),
    everything: [ended.stdout, ended.stderr, ...texts].join('\n'),
  }
}

function filesIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
}
