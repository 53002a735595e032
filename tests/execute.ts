import { spawn } from 'node:child_process'

/** How a program ended, and what it printed. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Place {
  /** Where it runs, and what it takes for its home. */
  readonly directory?: string
  readonly environment?: Readonly<Record<string, string>>
}

/** What a program needs of our environment to reach a registry by npm. */
export const wayToRegistry: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(process.env).filter((entry): entry is [string, string] =>
    /^(?:NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy|npm_config_registry)$/i.test(entry[0]),
  ),
)

/** Runs a program with nothing of our environment but the path and what is given, until it has ended. */
export async function execute(
  program: string,
  words: readonly string[],
  { directory, environment = {} }: Place = {},
): Promise<Ended> {
  const child = spawn(program, words, {
    ...(directory !== undefined && { cwd: directory }),
    env: {
      PATH: process.env['PATH'] ?? '',
      NO_COLOR: '1',
      ...(directory !== undefined && { HOME: directory }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { code, stdout, stderr }
}
