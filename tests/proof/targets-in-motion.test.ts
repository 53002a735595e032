import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { answersOf, isRecord, withoutEntries } from '../../proof/changes/answers.ts'
import type { Answer, AnswerChange } from '../../proof/changes/change.ts'
import { skipIdleTimeInThisFile } from '../clock/skip-idle-time.ts'
import { datedAnswers } from './dated-answers.ts'
import { judgeReference } from '../../proof/judge/judge-reference.ts'

// What is waited for in vain costs no time.
skipIdleTimeInThisFile()

/** What a check by its title finds in a reference that changes between two of its reads, and how often it evaluated its rule. */
async function judged(title: string, change: AnswerChange) {
  const checks = (await collectChecks()).filter((check) => check.title === title)
  const { record } = await judgeReference({ checks, changes: [datedAnswers, change] })
  return { findings: record.findings, evaluated: record.evaluations.map(({ requirement }) => requirement) }
}

test('a list that becomes too long to be read to its end while it is read has its end further back', async () => {
  const users = Array.from({ length: 430 }, (_, index) => ({ id: `user-${index}`, userName: `User ${index}` }))
  // An import of users goes on until somebody has read the list to its end for the first time.
  let there = 390
  const imports = answersOf({ routes: ['GET /organization/users'] }, (answer) => {
    const { limit, offset } = pageOf(answer)
    const items = users.slice(0, there).slice(offset, offset + limit)
    if (items.length === 0) there = users.length
    return { ...answer, json: { ...(isRecord(answer.json) && answer.json), items, count: items.length } }
  })
  const { findings, evaluated } = await judged('the list of users is empty from its end on', imports)
  expect(findings).toEqual([])
  expect(evaluated).toContain('PAGE-14')
})

test('a version that is listed whole only after the run read it first is the baseline all the same', async () => {
  let isReady = false
  const prepares = answersOf({ routes: ['GET /properties'] }, (answer) => {
    const version = searchOf(answer).get('version')
    isReady ||= version === 'baseline'
    return version === null || isReady ? answer : withoutEntries(answer, () => false)
  })
  const { findings, evaluated } = await judged('baseline gives the version that the product names', prepares)
  expect(findings).toEqual([])
  expect(evaluated).toContain('VER-03')
})

function pageOf(answer: Answer): { readonly limit: number; readonly offset: number } {
  const search = searchOf(answer)
  return { limit: Number(search.get('limit') ?? 50), offset: Number(search.get('offset') ?? 0) }
}

function searchOf({ request }: Answer): URLSearchParams {
  return new URL(request.url, 'http://any').searchParams
}
