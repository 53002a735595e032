import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../lib/cli/main.ts', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command line as a user does, in a process of its own, with nothing of our environment but what is given. */
export async function runCli(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [main, ...words], {
    env: { PATH: process.env['PATH'] ?? '', NO_COLOR: '1', ...environment },
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
