import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startReference } from '../../reference/start-reference.ts'
import { openRelay, unspoiled } from '../hostile/relay.ts'
import { serverKeys } from '../../proof/servers/independent-server.ts'
import { startServer } from '../../proof/servers/start-server.ts'
import { runCli } from './run-cli.ts'

const controls = fileURLToPath(new URL('../../reference/controls-module.ts', import.meta.url))

/** All that a server would write into a log of its requests, the Authorization header aside, and the bodies. */
interface Heard {
  readonly line: string
  readonly body: Buffer[]
}

/** Everything that a service is asked in a run with these words and settings, as it would write it down. */
async function heardIn(baseUrl: string, words: readonly string[], keys: Readonly<Record<string, string>>) {
  const heard: Heard[] = []
  const reports = mkdtempSync(join(tmpdir(), 'key-places-'))
  try {
    await using relay = await openRelay(baseUrl, unspoiled, {
      isForwarded: (asked) => {
        const { authorization: _, ...others } = asked.headers
        const request = { line: `${asked.method} ${asked.url} ${JSON.stringify(others)}`, body: [] as Buffer[] }
        heard.push(request)
        asked.on('data', (chunk: Buffer) => request.body.push(chunk))
        return true
      },
    })
    const target = ['run', '--base-url', relay.url, '--allow-writes', '--allow-traces', '--reports', reports]
    const ended = await runCli([...target, ...words, '--effort', 'quick', '--seed', '7'], keys)
    return { ...ended, heard, report: readFileSync(join(reports, 'conformance.json'), 'utf8') }
  } finally {
    rmSync(reports, { recursive: true, force: true, maxRetries: 5 })
  }
}

function expectUnseen(keys: readonly string[], heard: readonly Heard[]): void {
  for (const key of keys)
    for (const form of [key, encodeURIComponent(key), btoa(key)])
      expect(heard.filter(({ line, body }) => line.includes(form) || Buffer.concat(body).includes(form))).toEqual([])
}

test('over a whole run with everything allowed, a live key is seen in the Authorization header alone', async () => {
  const reference = await startReference()
  try {
    const { own, sameOrganization, otherOrganization } = reference.keys
    const { code, stderr, heard, report } = await heardIn(reference.baseUrl, ['--controls', controls], {
      CONFORMANCE_API_KEY: own,
      CONFORMANCE_SAME_ORG_API_KEY: sameOrganization,
      CONFORMANCE_OTHER_ORG_API_KEY: otherOrganization,
      PRODUCT_DATA_CONTROL_URL: reference.controlUrl,
    })
    expect(code).toBe(0)
    // What no request can remove is named at the end; the run has nothing else to say.
    expect(stderr).toMatch(/^\d+ part numbers are retired for good: .*\n$/)
    expect(heard.length).toBeGreaterThan(1000)
    expectUnseen([own, sameOrganization, otherOrganization], heard)
    // No check was kept from its claim by a key in the wrong place.
    expect(report).not.toContain('a configured key')
    // The places were tried all the same, with a key that was made for them.
    expect(heard.some(({ line }) => /\?api_key=svc_api_/.test(line))).toBe(true)
  } finally {
    await reference.close()
  }
})

test('where no key can be made, an independent server sees none in the wrong place, and that is not tested', async () => {
  const server = await startServer('express')
  try {
    const { heard, report } = await heardIn(server.baseUrl, ['--only', 'AUTH-06 || PROD-17'], {
      CONFORMANCE_API_KEY: serverKeys.own,
      CONFORMANCE_OTHER_ORG_API_KEY: serverKeys.other,
    })
    expect(heard.some(({ line }) => line.startsWith('POST '))).toBe(true)
    expectUnseen(Object.values(serverKeys), heard)
    expect(report).toContain(
      'with the key in other headers, cookies and the query is answered with 401","reason":"missing-control"',
    )
  } finally {
    await server.close()
  }
})
