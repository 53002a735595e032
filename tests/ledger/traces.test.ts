import { expect, test } from 'vitest'
import type { LedgerContents, LedgerEntry } from '../../lib/ledger/ledger-lines.ts'
import { tracesLeft } from '../../lib/ledger/traces.ts'
import { openClient } from '../client/open-client.ts'
import { openServer } from '../client/open-server.ts'

const header = { baseUrl: 'http://127.0.0.1:1', runId: 'abcd1234', startedAt: '2026-01-01T00:00:00.000Z' }
const unknown = { at: undefined, name: undefined, readableId: undefined, answered: undefined, refused: undefined }

function entry(kind: LedgerEntry['kind'], id: string, place: string): LedgerEntry {
  return { ...unknown, entry: id, kind, identity: 'own', id, place, renamings: [] }
}

const hundred = Array.from({ length: 100 }, (_, index) => entry('file', `f${index}`, 'i1'))

/** What is said of a run by a target that still shows some files, and how many of them were read. */
async function tracesOf(
  contents: Partial<LedgerContents>,
  isShown: (id: string) => boolean | object,
): Promise<{ readonly lines: readonly string[]; readonly reads: number }> {
  let reads = 0
  await using server = await openServer((request, response) => {
    reads += 1
    const id = request.url?.split('/').at(-1) ?? ''
    const shown = isShown(id)
    response.writeHead(shown === false ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id, ...Object(shown) }))
  })
  await using opened = openClient(server.url)
  const none = { header, entries: [], partNumbers: [], deletions: [], settings: [] }
  return { lines: await tracesLeft({ client: opened.client, contents: { ...none, ...contents } }), reads }
}

test.concurrent('files that went with their product are told by a sample', async () => {
  const { lines, reads } = await tracesOf({ entries: hundred }, () => false)
  expect(lines).toEqual([])
  expect(reads).toBe(4)
})

test.concurrent('where one of the sample is still there, all are counted, and the first ten named', async () => {
  const { lines } = await tracesOf({ entries: hundred }, () => true)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^100 files without their item or product stay: f0, f25, .* and 90 more$/)
})

test.concurrent('each file of what was deleted by itself is read, that of its property too', async () => {
  const entries = [
    ...hundred,
    entry('property', 'p9', 'i9'),
    entry('file', 'of-item', 'i9'),
    entry('file', 'of-property', 'p9'),
  ]
  const { lines } = await tracesOf({ entries, deletions: ['i9'] }, (id) => id.startsWith('of-'))
  expect(lines).toEqual(['2 files without their item or product stay: of-item, of-property'])
})

test.concurrent('a file that is shown as deleted is none', async () => {
  const { lines } = await tracesOf({ entries: hundred }, () => ({ deleted: true }))
  expect(lines).toEqual([])
})

test.concurrent('each part number is told once', async () => {
  const { lines } = await tracesOf({ partNumbers: ['CF-1', 'CF-1'] }, () => false)
  expect(lines).toEqual(['a part number is retired for good: CF-1'])
})

const lost = { ...entry('file', '', 'i1'), id: undefined, name: 'conformance-abcd1234.pdf' }

/** A list of files, and nothing under their ids. */
const listed =
  (...items: readonly object[]) =>
  (id: string): object | false =>
    id.startsWith('files?') && { items: id.includes('offset=0') ? items : [], count: items.length }

test.concurrent.each([
  { what: 'shows the name that was sent', row: { originalFileName: 'conformance-abcd1234.pdf' }, isCounted: true },
  { what: 'shows the name within another', row: { name: 'Copy of conformance-abcd1234.pdf' }, isCounted: false },
  { what: 'is shown as deleted', row: { name: 'conformance-abcd1234.pdf', deleted: true }, isCounted: false },
])('a file whose upload was never answered is counted where a list $what', async ({ row, isCounted }) => {
  const known = { id: 'f0', name: 'conformance-abcd1234.pdf' }
  const { lines } = await tracesOf({ entries: [entry('file', 'f0', 'i1'), lost] }, listed(known, { id: 'f9', ...row }))
  expect(lines).toEqual(isCounted ? ['a file without its item or product stays: f9'] : [])
})

test.concurrent('a name that anybody may give is counted where the file is linked to the run’s own item', async () => {
  const list = listed({ id: 'f8', name: 'a.pdf' }, { id: 'f9', name: 'a.pdf', used_in: [{ target_id: 'i1' }] })
  const { lines } = await tracesOf({ entries: [{ ...lost, name: 'a.pdf' }] }, list)
  expect(lines).toEqual(['a file without its item or product stays: f9'])
})
