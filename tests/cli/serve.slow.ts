import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCli } from './run-cli.ts'

const main = fileURLToPath(new URL('../../lib/cli/main.ts', import.meta.url))

test('the lines that serve prints test it, and it comes out conformant', async () => {
  const reports = mkdtempSync(join(tmpdir(), 'serve-'))
  const served = spawn(process.execPath, [main, 'serve'], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    let said = ''
    for await (const text of served.stdout.setEncoding('utf8')) {
      said += String(text)
      if (said.includes('Ctrl-C')) break
    }
    const environment = Object.fromEntries(
      [...said.matchAll(/export (\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
    )
    const words = /npm run conformance -- (.*)/.exec(said)?.[1]?.split(' ') ?? []
    const { code, stdout, stderr } = await runCli(['run', ...words, '--reports', reports], environment)
    // What the run says that it leaves, and nothing else.
    expect(stderr).toMatch(/^\d+ part numbers are retired for good: .+\n$/)
    expect(stdout).toMatch(/^conformant: /m)
    expect(code).toBe(0)
  } finally {
    const ended = once(served, 'close')
    served.kill('SIGTERM')
    await ended
    rmSync(reports, { recursive: true, force: true, maxRetries: 5 })
  }
})
