import { fileURLToPath } from 'node:url'
import { execute, type Ended } from '../execute.ts'

const main = fileURLToPath(new URL('../../lib/cli/main.ts', import.meta.url))

/** Runs the command line as a user does, in a process of its own, with nothing of our environment but what is given. */
export async function runCli(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return execute(process.execPath, [main, ...words], { environment })
}
