import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import type { JournalRecord } from '../../lib/checks/journal.ts'
import { requirements } from '../../lib/contract/requirement.ts'
import { answersOf, type JsonRecord, withEntries, withHeaders } from '../../proof/changes/answers.ts'
import type { Change } from '../../proof/changes/change.ts'
import { judgeTarget } from '../../proof/judge/judge-target.ts'
import { startChangedReference } from '../../proof/start-changed-reference.ts'
import { accusationsOf } from './accusations.ts'

/** Judges a reference with data by reads alone. */
async function judgeByReads(changes: readonly Change[], isTried = (_title: string) => true): Promise<JournalRecord> {
  const reference = await startChangedReference({ seed: 'crowded', changes })
  try {
    const { baseUrl, keys, fixtures } = reference
    const { publishedProduct } = fixtures
    const targetFile = { fixtures: { ...(publishedProduct && { publishedProduct }) } }
    const checks = (await collectChecks()).filter(({ title }) => isTried(title))
    return await judgeTarget({ baseUrl, keys, targetFile, mode: 'read-only', checks })
  } finally {
    await reference.close()
  }
}

test('reads alone judge each requirement that they can, on a deployment with data', async () => {
  const record = await judgeByReads([])
  expect(record.findings).toEqual([])
  const judged = new Set([...record.evaluations, ...record.observations].map(({ requirement }) => requirement))
  const byReads = [...requirements.values()].filter(({ needs }) =>
    needs.every((need) => need.split('|').includes('read')),
  )
  expect(byReads.map(({ id }) => id).filter((id) => !judged.has(id))).toEqual([])
})

test('each check states what it needs beside a key and reads', async () => {
  expect(await accusationsOf({ mode: 'read-only', isBare: true })).toEqual([])
})

test('reads alone find a link to an item that no longer exists', async () => {
  const unknown = randomUUID()
  const changed = answersOf({ routes: ['GET /files/:id', 'GET /files'] }, (answer) =>
    withEntries(answer, ({ used_in: links, ...file }) => ({
      ...file,
      used_in: Array.isArray(links) ? links.map((link: JsonRecord) => ({ ...link, target_id: unknown })) : links,
    })),
  )
  const { findings } = await judgeByReads([changed], (title) => title.startsWith('existing files show no link'))
  expect(findings.map(({ requirement }) => requirement)).toEqual(['FILE-09'])
})

test('reads alone find a listed file that is marked as deleted', async () => {
  const changed = answersOf({ routes: ['GET /files/:id'] }, (answer) =>
    withEntries(answer, (file) => ({ ...file, deleted: true })),
  )
  const { findings } = await judgeByReads([changed], (title) => title.startsWith('existing files are not marked'))
  expect(findings.map(({ requirement }) => requirement)).toEqual(['FILE-22'])
})

test('reads alone find a download without the request id that was sent', async () => {
  const changed = answersOf({ routes: ['GET /files/:id/download'] }, (answer) =>
    withHeaders(answer, { 'x-request-id': randomUUID() }),
  )
  const { findings } = await judgeByReads(
    [changed],
    (title) => title === 'answers to reads echo the incoming request id',
  )
  expect(new Set(findings.map(({ requirement }) => requirement))).toEqual(new Set(['HDR-02']))
})
