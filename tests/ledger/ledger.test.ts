import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigurationError } from '../../lib/config/errors.ts'
import { forgetSecrets, keepSecret } from '../../lib/client/redactor.ts'
import { Ledger } from '../../lib/ledger/ledger.ts'

const root = mkdtempSync(join(tmpdir(), 'ledger-'))
afterAll(() => rmSync(root, { recursive: true }))

function owner(): { baseUrl: string; runId: string; reportsDirectory: string } {
  return { baseUrl: 'http://127.0.0.1:1', runId: 'abcd1234', reportsDirectory: mkdtempSync(join(root, 'run-')) }
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
  const { header, entries } = Ledger.open(ledger.path).read()
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
  expect(Ledger.open(ledger.path).read().entries).toHaveLength(1)
})

test('a readable_id that looks like a part of a key leaves the file a ledger', () => {
  const ledger = Ledger.begin(owner())
  keepSecret(`svc_api_${'a'.repeat(40)}`)
  ledger.planned({ kind: 'product', identity: 'own', readableId: 'a'.repeat(300) })
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

const header = '{"baseUrl":"http://127.0.0.1:1","runId":"abcd1234","startedAt":"2026-01-01T00:00:00.000Z"}\n'

test.for([
  '{"a":1}\n',
  '[]\n',
  'text\n',
  '',
  header.replace('abcd1234', ''),
  header.replace('abcd1234', 'a'),
  header.replace('http://127.0.0.1:1', 'file:///etc'),
  header.replace('2026', 'once'),
  `${header}{"entry":"1","kind":"workspace","identity":"own"}\n`,
  `${header}{"entry":"1","kind":"product","identity":"own","id":7}\n`,
  `${header}text\n{"entry":"1","kind":"product","identity":"own"}\n`,
])('the file %j is no ledger', (text) => {
  const path = join(mkdtempSync(join(root, 'no-')), 'ledger-x.jsonl')
  writeFileSync(path, text)
  expect(() => Ledger.open(path).read()).toThrow(ConfigurationError)
})

test('a ledger that is not there is an error of configuration', () => {
  expect(() => Ledger.open(join(root, 'nowhere.jsonl'))).toThrow('check the path')
})
