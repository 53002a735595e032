import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export interface ScriptEnd {
  readonly code: number | null
  readonly output: string
}

/** Runs a script with a shell against a deployment. */
export async function runScript(
  path: string,
  baseUrl: string,
  environment: Readonly<Record<string, string>>,
): Promise<ScriptEnd> {
  const child = spawn('sh', [path, baseUrl], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, output: `${output}${errors}` }
}
