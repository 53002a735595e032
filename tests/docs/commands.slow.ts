import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChangedReference } from '../../proof/start-changed-reference.ts'
import { startReference, type Reference } from '../../reference/start-reference.ts'
import { commandsIn, pages } from './documented-commands.ts'

const bin = fileURLToPath(new URL('../../bin/product-data-conformance.js', import.meta.url))
let staging: Reference
let previous: Reference
beforeAll(async () => {
  staging = await startChangedReference({ seed: 'embedded', faults: ['retired-number-back-to-its-product'] })
  previous = await startReference({ seed: 'embedded' })
})
afterAll(async () => {
  await Promise.all([staging.close(), previous.close()])
})

/** Calls the command as a page shows it, on the deployments of the test, and for a few requirements only. */
async function call(words: readonly string[], directory: string): Promise<{ code: number | null; stderr: string }> {
  const real = words.map((word) =>
    word
      .replace('https://previous.example.com', previous.baseUrl)
      .replace(/^https:\/\/(?:staging|api)\.example\.com$/, staging.baseUrl),
  )
  const child = spawn(process.execPath, [bin, ...real], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NO_COLOR: '1',
      CONFORMANCE_API_KEY: staging.keys.own,
      CONFORMANCE_AGAINST_API_KEY: previous.keys.own,
      CONFORMANCE_EFFORT: 'quick',
      ...(words.includes('--rerun') ? {} : { CONFORMANCE_ONLY: 'PN-06 || WS-01' }),
    },
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  // One command goes on until it is stopped.
  child.stdout.setEncoding('utf8').on('data', (text: string) => text.includes('Ctrl-C') && child.kill('SIGTERM'))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, stderr }
}

test.each(pages.filter((page) => commandsIn(page).length > 0))(
  'the commands of %s can be given as they stand',
  async (page) => {
    const directory = mkdtempSync(join(tmpdir(), 'documented-'))
    const deviations = join(directory, 'deviations.yaml')
    if (page === 'docs/ci.md') writeFileSync(deviations, '[]\n')
    try {
      for (const words of commandsIn(page)) {
        const { code, stderr } = await call(words, directory)
        expect({ words, code: code === 1 ? 0 : code, refused: /^error: .*/m.exec(stderr)?.[0] }).toEqual({
          words,
          code: 0,
        })
        // What the page asks its reader to do.
        if (existsSync(deviations))
          writeFileSync(deviations, readFileSync(deviations, 'utf8').replaceAll('to be filled in', 'the team'))
      }
    } finally {
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
    }
  },
)
