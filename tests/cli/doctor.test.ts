import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Diagnosis } from '../../lib/doctor/diagnose.ts'
import { startChangedReference, type ChangedOptions } from '../../proof/start-changed-reference.ts'
import { startReference, type Reference } from '../../reference/start-reference.ts'
import { openServer } from '../client/open-server.ts'
import { serverKeys } from '../../proof/servers/independent-server.ts'
import { startServer } from '../../proof/servers/start-server.ts'
import type { Ended } from '../execute.ts'
import { runCli } from './run-cli.ts'
import { keyEnvironment } from '../../lib/client/key-variables.ts'

const environmentOf = ({ keys }: Reference) => keyEnvironment(keys)
const newReports = (): string => mkdtempSync(join(tmpdir(), 'doctor-'))
const read = ({ stdout }: Ended): Diagnosis => JSON.parse(stdout)
const wordsFor = (baseUrl: string, more: readonly string[] = []): string[] => [
  'doctor',
  '--base-url',
  baseUrl,
  '--json',
  '--reports',
  newReports(),
  ...more,
]

/** What the doctor says of a reference with switches of its own. */
async function lookAtReference(
  options: ChangedOptions,
  more: readonly string[] = [],
): Promise<{ readonly diagnosis: Diagnosis; readonly ended: Ended }> {
  const reference = await startChangedReference({ seed: 'embedded', ...options })
  try {
    const ended = await runCli(wordsFor(reference.baseUrl, more), environmentOf(reference))
    return { ended, diagnosis: read(ended) }
  } finally {
    await reference.close()
  }
}

describe('doctor', () => {
  test('the embedded reference is shown without a URL, and nothing is left', async () => {
    const reports = newReports()
    const { code, stdout, stderr } = await runCli(['doctor', '--reports', reports])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/CONFORMANCE_API_KEY +ok +accepted; sees \d+ (?:or more )?workspaces/)
    expect(stdout).toMatch(/workspaceParameter +workspace_id/)
    expect(stdout).toMatch(/itemCreate +\{/)
    expect(stdout).toContain('all are supplied')
    expect(stdout).toMatch(/trace +part numbers that stay retired +\d/)
    expect(stdout).toMatch(/trace +files, which the target may keep +\d/)
    expect(stdout).toContain('nothing, as far as reads can show')
    expect(stdout).toMatch(/\n {2}all(?: +\d+ \(\d+\)){4}\n/)
    expect(stdout).not.toContain('svc_api_')
    expect(readdirSync(reports)).toEqual([])
  })

  test('without leave to write it reads only, and sends fewer than 100 requests', async () => {
    const { diagnosis, ended } = await lookAtReference({})
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(diagnosis.requests).toBeLessThan(100)
    expect(diagnosis.target.mode).toBe('read-only')
    expect(diagnosis.keys.map(({ state }) => state)).toEqual(['fit', 'fit', 'fit', 'fit'])
    expect(Object.keys(diagnosis.dialect.found)).toEqual(['itemParameter', 'productParameter', 'workspaceParameter'])
    expect(diagnosis.plan.total.thorough.writes).toBe(0)
  })

  test('what is there and not declared is put into words of a target file', async () => {
    const { diagnosis } = await lookAtReference({})
    const declared = Object.assign({}, ...diagnosis.fixtures.map(({ declare }) => declare))
    expect(declared).toEqual({
      softDeletedPropertyId: expect.any(String),
      publishedProduct: {
        productId: expect.any(String),
        versions: [1, 2],
        baseline: 1,
        files: expect.arrayContaining([
          { fileId: expect.any(String), sha256: { 1: expect.any(String), 2: expect.any(String) } },
        ]),
        values: expect.arrayContaining([{ propertyId: expect.any(String), byVersion: { 1: 210, 2: 215 } }]),
      },
    })
    expect(diagnosis.fixtures.find(({ name }) => name === 'property types')?.found).toBe(true)
  })

  test('what would stay untested is grouped by what enables it', async () => {
    const { diagnosis } = await lookAtReference({})
    const [largest] = diagnosis.untested
    expect(largest?.remedy).toBe('allow writes (--allow-writes)')
    expect(largest?.ids).toContain('PROD-17')
    const all = diagnosis.untested.flatMap(({ ids }) => ids)
    expect(new Set(all).size).toBe(all.length)
    expect(all).not.toContain('AUTH-10')
  })

  test('with leave for traces the part numbers are planned that would retire', async () => {
    const { diagnosis } = await lookAtReference({}, ['--allow-writes', '--allow-traces'])
    expect(diagnosis.plan.total.standard.partNumbers).toBeGreaterThan(50)
  })

  test('with leave to write the creation bodies are learned, and what was made for it is gone', async () => {
    const { diagnosis, ended } = await lookAtReference({}, ['--allow-writes'])
    expect(ended.stderr).toBe('')
    expect(Object.keys(diagnosis.dialect.found)).toEqual(
      expect.arrayContaining(['itemCreate', 'propertyCreate.numeric', 'propertyCreate.formula', 'itemBulk']),
    )
    expect(diagnosis.plan.total.quick.writes).toBeGreaterThan(500)
    expect(diagnosis.plan.total.quick.files).toBeGreaterThan(100)
    // Six that are there, and what is made to learn whether the workspace may be written to.
    const found = diagnosis.fixtures.find(({ name }) => name === 'products of the workspace')?.finding
    expect(Number(found)).toBeGreaterThanOrEqual(6)
  })

  test('other names of parameters are found', async () => {
    const { diagnosis } = await lookAtReference({
      variants: ['workspace-parameter-is-workspace', 'item-parameter-in-camel-case'],
    })
    expect(diagnosis.dialect.found['workspaceParameter']?.value).toBe('workspace')
    expect(diagnosis.dialect.found['itemParameter']?.value).toBe('itemId')
  })

  test('keys that are not what they are given for are named', async () => {
    const reference = await startReference({ seed: 'embedded' })
    try {
      const { keys, baseUrl } = reference
      const diagnosis = read(
        await runCli(wordsFor(baseUrl), {
          CONFORMANCE_API_KEY: keys.own,
          CONFORMANCE_OTHER_ORG_API_KEY: keys.sameOrganization,
          CONFORMANCE_REVOKED_API_KEY: keys.otherOrganization,
        }),
      )
      expect(diagnosis.keys.map(({ state }) => state)).toEqual(['fit', 'absent', 'unfit', 'unfit'])
      expect(diagnosis.keys.map(({ finding }) => finding).join('\n')).toMatch(/same organization\n.*not look revoked/)
    } finally {
      await reference.close()
    }
  })

  test.each(['pydantic', 'express', 'go'])('a deployment of other make is understood (%s)', async (name) => {
    const server = await startServer(name)
    try {
      const ended = await runCli(wordsFor(server.baseUrl, ['--allow-writes']), {
        CONFORMANCE_API_KEY: serverKeys.own,
      })
      expect(ended).toMatchObject({ code: 0, stderr: '' })
      const diagnosis = read(ended)
      expect(diagnosis.requests).toBeLessThan(100)
      expect(Object.keys(diagnosis.dialect.found)).toEqual(
        expect.arrayContaining(['workspaceParameter', 'itemParameter', ...(name === 'go' ? [] : ['itemCreate'])]),
      )
      // The one whose items cannot be made says so.
      expect(Object.keys(diagnosis.dialect.missing).includes('itemCreate')).toBe(name === 'go')
    } finally {
      await server.close()
    }
  })

  test('the time is told at the rate limit of the answers', async () => {
    const server = await startServer('go')
    try {
      const { target, plan } = read(await runCli(wordsFor(server.baseUrl), { CONFORMANCE_API_KEY: serverKeys.own }))
      // A window of two seconds, of which the answers may all have come in the last one.
      expect(target.rateLimit?.limit).toBe(300)
      const seconds = target.rateLimit?.windowSeconds ?? 0
      expect([1, 2]).toContain(seconds)
      expect(plan.seconds.standard).toBeGreaterThanOrEqual(Math.floor(plan.total.standard.requests / 300) * seconds)
    } finally {
      await server.close()
    }
  })

  test('an unreachable URL, a wrong key and a server of something else exit 2 with one line', async () => {
    await using other = await openServer((_, response) => {
      response.writeHead(404, { 'content-type': 'text/html' })
      response.end('<h1>nothing here</h1>')
    })
    const reference = await startReference()
    try {
      const key = { CONFORMANCE_API_KEY: 'svc_api_0123456789abcdefghijklmnopqrstuvwxyz' }
      for (const [baseUrl, says] of [
        ['http://127.0.0.1:1', /cannot be reached/],
        [reference.baseUrl, /rejected the key \(401 unauthorized\)/],
        [other.url, /is not a deployment.*404/],
      ] as const) {
        const { code, stdout, stderr } = await runCli(['doctor', '--base-url', baseUrl], key)
        expect(stderr).toMatch(says)
        expect({ code, stdout, lines: stderr.trim().split('\n').length }).toEqual({ code: 2, stdout: '', lines: 1 })
      }
    } finally {
      await reference.close()
    }
  })
})
