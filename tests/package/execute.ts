import { spawn } from 'node:child_process'

export interface Executed {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Place {
  readonly directory: string
  readonly environment?: Readonly<Record<string, string>>
}

/** What a program needs of our environment to reach a registry by npm. */
export const wayToRegistry: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(process.env).filter((entry): entry is [string, string] =>
    /^(?:NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy|npm_config_registry)$/i.test(entry[0]),
  ),
)

/** Runs a program in a directory, with nothing of our environment but the path, until it has ended. */
export async function execute(
  program: string,
  words: readonly string[],
  { directory, environment = {} }: Place,
): Promise<Executed> {
  const child = spawn(program, words, {
    cwd: directory,
    env: { PATH: process.env['PATH'] ?? '', HOME: directory, NO_COLOR: '1', ...environment },
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
