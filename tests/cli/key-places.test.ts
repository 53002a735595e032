import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startReference } from '../../reference/start-reference.ts'
import { openRelay, unspoiled } from '../hostile/relay.ts'
import { runCli } from './run-cli.ts'

const controls = fileURLToPath(new URL('../../reference/controls-module.ts', import.meta.url))

/** All that a server would write into a log of its requests, the Authorization header aside, and the bodies. */
interface Heard {
  readonly line: string
  readonly body: Buffer[]
}

test('over a whole run with everything allowed, a live key is seen in the Authorization header alone', async () => {
  const reference = await startReference()
  const reports = mkdtempSync(join(tmpdir(), 'key-places-'))
  const heard: Heard[] = []
  try {
    await using relay = await openRelay(reference.baseUrl, unspoiled, {
      isForwarded: (asked) => {
        const { authorization: _, ...others } = asked.headers
        const request = { line: `${asked.method} ${asked.url} ${JSON.stringify(others)}`, body: [] as Buffer[] }
        heard.push(request)
        asked.on('data', (chunk: Buffer) => request.body.push(chunk))
        return true
      },
    })
    const words = ['--base-url', relay.url, '--controls', controls, '--allow-writes', '--allow-traces']
    const { own, sameOrganization, otherOrganization } = reference.keys
    const ended = await runCli(['run', ...words, '--effort', 'quick', '--seed', '7', '--reports', reports], {
      CONFORMANCE_API_KEY: own,
      CONFORMANCE_SAME_ORG_API_KEY: sameOrganization,
      CONFORMANCE_OTHER_ORG_API_KEY: otherOrganization,
      PRODUCT_DATA_CONTROL_URL: reference.controlUrl,
    })
    expect(ended.code).toBe(0)
    // What no request can remove is named at the end; the run has nothing else to say.
    expect(ended.stderr).toMatch(/^\d+ part numbers are retired for good: .*\n$/)
    expect(heard.length).toBeGreaterThan(1000)
    for (const key of [own, sameOrganization, otherOrganization])
      for (const form of [key, encodeURIComponent(key), btoa(key)])
        expect(heard.filter(({ line, body }) => line.includes(form) || Buffer.concat(body).includes(form))).toEqual([])
    // No check was kept from its claim by a key in the wrong place.
    expect(readFileSync(join(reports, 'conformance.json'), 'utf8')).not.toContain('a configured key')
    // The places were tried all the same, with a key that was made for them.
    expect(heard.some(({ line }) => /\?api_key=svc_api_/.test(line))).toBe(true)
  } finally {
    await reference.close()
    rmSync(reports, { recursive: true, force: true, maxRetries: 5 })
  }
})
