import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wrapControls } from '../../lib/config/controls.ts'
import { ConfigurationError, ControlError } from '../../lib/config/errors.ts'
import { forgetSecrets, keepSecret } from '../../lib/client/redactor.ts'
import { Ledger } from '../../lib/ledger/ledger.ts'
import { ledgeredControls } from '../../lib/ledger/ledgered-controls.ts'
import { sealed, sealOf } from '../../lib/ledger/ledger-lines.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('ledger-')

const keys = { own: 'svc_api_0nWq7Rk2TzLx9VbNm4CsYd8HfGj3PaEu6MtX' }
const runId = 'abcd1234'

function owner() {
  return { baseUrl: 'http://127.0.0.1:1', runId, reportsDirectory: mkdtempSync(join(root, 'run-')), keys }
}

function reopened({ path }: Pick<Ledger, 'path'>): Ledger {
  return Ledger.open(path, [keys.own])
}

test('a run that makes nothing leaves no file', () => {
  const run = owner()
  expect(Ledger.begin(run).read()).toMatchObject({ header: { runId: 'abcd1234' }, entries: [] })
  expect(readdirSync(run.reportsDirectory)).toEqual([])
})

test('what is planned is on disk before anything else happens', () => {
  const ledger = Ledger.begin(owner())
  ledger.planned({ kind: 'product', identity: 'own' })
  expect(readFileSync(ledger.path, 'utf8').split('\n')).toHaveLength(3)
})

test('plans and their ids are read back, by another process too', () => {
  const run = owner()
  Ledger.begin(run)
  const ledger = Ledger.begin(run)
  ledger.made(ledger.planned({ kind: 'product', identity: 'own' }), 'p1')
  ledger.planned({ kind: 'item', identity: 'other-organization' })
  const { header, entries } = reopened(ledger).read()
  expect(header).toMatchObject({ baseUrl: run.baseUrl, runId: run.runId })
  expect(entries).toMatchObject([
    { kind: 'product', identity: 'own', id: 'p1' },
    { kind: 'item', identity: 'other-organization', id: undefined },
  ])
})

test('half a line, as a killed run leaves it, is passed over', () => {
  const ledger = Ledger.begin(owner())
  ledger.planned({ kind: 'product', identity: 'own' })
  appendFileSync(ledger.path, '{"entry":"x","kin')
  expect(reopened(ledger).read().entries).toHaveLength(1)
})

test('a readable_id that looks like a part of a key leaves the file a ledger', () => {
  const ledger = Ledger.begin(owner())
  keepSecret(`svc_api_${'a'.repeat(40)}`)
  ledger.planned({ kind: 'product', identity: 'own', readableId: `${runId}${'a'.repeat(300)}` })
  expect(ledger.read().entries).toMatchObject([{ kind: 'product', readableId: undefined }])
  forgetSecrets()
})

test('no key gets into the file, even where a target gives one as id', () => {
  const ledger = Ledger.begin(owner())
  ledger.made(ledger.planned({ kind: 'product', identity: 'own' }), 'svc_api_0123456789abcdefghijklmnopqrstuvwxyz')
  expect(readFileSync(ledger.path, 'utf8')).not.toContain('0123456789abcdef')
})

test('a discarded ledger is gone', () => {
  const ledger = Ledger.begin(owner())
  ledger.planned({ kind: 'product', identity: 'own' })
  ledger.discard()
  expect(existsSync(ledger.path)).toBe(false)
})

const product = { kind: 'product', identity: 'own', name: `conformance ${runId} x` } as const

/** The ledger of a run that made three products and a key, and changed AI usage. */
function written(of = runId): { readonly path: string; readonly lines: readonly string[] } {
  const ledger = Ledger.begin({ ...owner(), runId: of })
  ledger.made(ledger.planned(product), 'p1')
  ledger.changing({ setting: 'key', of: 'k1' })
  ledger.changing({ setting: 'ai-usage', before: true })
  ledger.made(ledger.planned(product), 'p2')
  ledger.planned(product)
  ledger.close()
  return { path: ledger.path, lines: readFileSync(ledger.path, 'utf8').trimEnd().split('\n') }
}

function rewritten(change: (lines: readonly string[]) => readonly string[]): string {
  const { path, lines } = written()
  writeFileSync(
    path,
    change(lines)
      .map((line) => `${line}\n`)
      .join(''),
  )
  return path
}

function problemOf(path: string): string {
  try {
    reopened({ path }).read()
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message
    throw error
  }
  return 'none'
}

test('a ledger as it was written is read, with what stands open', () => {
  const { entries, settings } = reopened(written()).read()
  expect(entries.map(({ id, name }) => [id, name])).toEqual([
    ['p1', product.name],
    ['p2', product.name],
    [undefined, product.name],
  ])
  expect(settings).toEqual([
    { setting: 'key', of: 'k1' },
    { setting: 'ai-usage', before: true },
  ])
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('a run that was killed after %i lines left a ledger that is read', (count) => {
  expect(problemOf(rewritten((lines) => lines.slice(0, count)))).toBe('none')
})

/** The line with a value replaced, sealed by whoever has no key but knows how a seal is made. */
const forged = (line: string, from: string, to: string): string => {
  const { seal: _, ...values } = JSON.parse(line.replace(from, to))
  return sealed(values, 'svc_api_a_key_of_somebody_else_9Qx2')
}

test.each<{ what: string; line: number; change: (lines: readonly string[]) => readonly string[] }>([
  { what: 'a line edited', line: 2, change: (lines) => lines.map((line) => line.replace('abcd1234 x', 'abcd1234 y')) },
  {
    what: 'a line edited and sealed anew',
    line: 3,
    change: (lines) => lines.with(2, forged(lines[2] ?? '', 'p1', 'p9')),
  },
  { what: 'a line cut out', line: 3, change: (lines) => lines.toSpliced(2, 1) },
  { what: 'the lines after the header cut out', line: 2, change: (lines) => lines.toSpliced(1, 2) },
  { what: 'a line twice', line: 4, change: (lines) => lines.toSpliced(3, 0, lines[2] ?? '') },
  { what: 'two lines exchanged', line: 3, change: (lines) => lines.with(2, lines[3] ?? '').with(3, lines[2] ?? '') },
  { what: 'a line of another ledger', line: 9, change: (lines) => [...lines, written('efgh5678').lines[1] ?? ''] },
  { what: 'a line without a seal', line: 9, change: (lines) => [...lines, '{"entry":"1","id":"p3"}'] },
  { what: 'half a line in the middle', line: 4, change: (lines) => lines.with(3, '{"entry":"x","kin') },
  { what: 'a line that is no JSON', line: 9, change: (lines) => [...lines, 'text'] },
  { what: 'a line that is no object', line: 9, change: (lines) => [...lines, '[]'] },
  { what: 'a line that is huge', line: 2, change: (lines) => lines.toSpliced(1, 0, `"${'x'.repeat(2 ** 20)}"`) },
  { what: 'a line that is deep', line: 9, change: (lines) => [...lines, `${'['.repeat(5e5)}${']'.repeat(5e5)}`] },
  {
    what: 'its target replaced',
    line: 1,
    change: (lines) => lines.map((line) => line.replace('127.0.0.1', 'localhost')),
  },
  { what: 'its run replaced', line: 1, change: (lines) => lines.map((line) => line.replace(runId, 'efgh5678')) },
  {
    what: 'the seal of its header replaced',
    line: 1,
    change: (lines) => lines.with(0, forged(lines[0] ?? '', 'x', 'x')),
  },
])('a ledger with $what is refused by one line that names the file and the line', ({ change, line }) => {
  const path = rewritten(change)
  const problem = problemOf(path)
  expect(problem).toContain(`${path}, line ${line} `)
  expect(problem).not.toContain('\n')
})

test('what is sealed with the key and shows no mark of the run is refused', () => {
  const path = rewritten(([header = '']) => {
    const rotor = { entry: '1', kind: 'product', identity: 'own', at: '2026-01-01T00:00:00Z', name: 'Rotor Assembly' }
    return [header, sealed({ ...rotor, after: sealOf(header) }, keys.own)]
  })
  expect(problemOf(path)).toContain('line 2 names a record without the mark of run abcd1234')
})

test.each([
  { setting: 'ai-usage', before: 'off' },
  { setting: 'ai-usage', before: null },
  { setting: 'rate-limit', before: { limit: 0, windowSeconds: 3600 } },
  { setting: 'rate-limit', before: { limit: '1' } },
  { setting: 'part-number-rule', before: '^A' },
  { setting: 'key', of: 7 },
  { setting: 'colour', before: 'red' },
])('the setting %j is none that a run notes', (setting) => {
  const path = rewritten(([header = '']) => [header, sealed({ ...setting, after: sealOf(header) }, keys.own)])
  expect(problemOf(path)).toContain('line 2 contains a record that this version never writes')
})

test('a name that shows no mark of the run is not noted, and one that may be part of a key neither', () => {
  const ledger = Ledger.begin(owner())
  ledger.planned({ ...product, name: 'Rotor Assembly' })
  expect(reopened(ledger).read().entries).toMatchObject([{ kind: 'product', name: undefined }])
})

test('new names are read back in their order, and where it was made', () => {
  const ledger = Ledger.begin(owner())
  const entry = ledger.planned({ ...product, place: 'w1' })
  for (const name of ['one', 'two']) ledger.renaming(entry, { name })
  const renamings = [{ name: 'one' }, { name: 'two' }]
  expect(reopened(ledger).read().entries).toMatchObject([{ name: product.name, place: 'w1', renamings }])
})

test('several writers go on with a ledger, and one after a crash cuts off half a line', () => {
  const run = owner()
  const [one, other] = [Ledger.begin(run), Ledger.begin(run)]
  const first = one.planned(product)
  const second = other.planned(product)
  one.made(first, 'p1')
  other.made(second, 'p2')
  appendFileSync(one.path, '{"entry":"x","kin')
  const after = reopened(one)
  after.restored('ai-usage', undefined)
  expect(
    reopened(one)
      .read()
      .entries.map(({ id }) => id),
  ).toEqual(['p1', 'p2'])
})

test('a ledger of 200,000 lines is read', () => {
  const ledger = Ledger.begin(owner())
  for (let line = 0; line < 100_000; line += 1) ledger.made(ledger.planned(product), `p${line}`)
  expect(reopened(ledger).read().entries).toHaveLength(100_000)
})

const header = { baseUrl: 'http://127.0.0.1:1', runId, startedAt: '2026-01-01T00:00:00.000Z' }

test.each([
  { a: 1 },
  [],
  'text',
  { ...header, runId: '' },
  { ...header, runId: 'a' },
  { ...header, runId: 'assembly' },
  { ...header, baseUrl: 'file:///etc' },
  { ...header, startedAt: 'once' },
  { ...header, more: 1 },
])('the header %j is none', (value) => {
  const path = join(mkdtempSync(join(root, 'no-')), 'ledger-x.jsonl')
  writeFileSync(path, `${Array.isArray(value) ? '[]' : sealed(Object(value), keys.own)}\n`)
  expect(problemOf(path)).toMatch(/line 1 (?:does not identify its run|is not a JSON object)/)
})

test('a file without a whole line is no ledger', () => {
  const path = join(mkdtempSync(join(root, 'no-')), 'ledger-x.jsonl')
  writeFileSync(path, '{"baseUrl":')
  expect(problemOf(path)).toContain('it has no complete line')
})

test('a run with another key wrote what none of the keys opens', () => {
  const { path } = written()
  expect(() => Ledger.open(path, ['svc_api_of_another_organization'])).toThrow('set CONFORMANCE_API_KEY to the key')
})

test('a key of a control that no report could be kept free of is refused, and revoked at the end', async () => {
  const ledger = Ledger.begin(owner())
  const made = { id: 'k1', key: 'svc_api_short' }
  const controls = ledgeredControls(wrapControls({ createApiKey: async () => made }), {
    ledger,
    mode: 'read-write',
    keys,
  })
  const failure = controls.createApiKey({ organization: 'own' })
  await expect(failure).rejects.toThrow(ControlError)
  await expect(failure).rejects.toThrow(
    'the key of the control createApiKey has 13 characters; give a key of at least 20',
  )
  expect(reopened(ledger).read().settings).toMatchObject([{ setting: 'key', of: 'k1' }])
})
