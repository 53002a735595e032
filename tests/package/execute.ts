import { spawn } from 'node:child_process'

export interface Executed {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program in a directory, with nothing of our environment but the path, until it has ended. */
export async function execute(
  program: string,
  words: readonly string[],
  { directory }: { readonly directory: string },
): Promise<Executed> {
  const child = spawn(program, words, {
    cwd: directory,
    env: { PATH: process.env['PATH'] ?? '', HOME: directory, NO_COLOR: '1' },
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
