import { expect, test } from 'vitest'
import type { RequirementId } from '../../lib/contract/requirement.ts'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { answersOf, isRecord, withoutEntries } from '../../proof/changes/answers.ts'
import type { Answer, AnswerChange } from '../../proof/changes/change.ts'
import { skipIdleTimeInThisFile } from '../clock/skip-idle-time.ts'
import { datedAnswers } from './dated-answers.ts'
import { needs } from '../../suites/shared/version-history.ts'
import { judgeReference } from '../../proof/judge/judge-reference.ts'

// What is waited for in vain costs no time.
skipIdleTimeInThisFile()

/** What the checks of a requirement, as far as they need no more than this, find in a reference that changes between two of their reads. */
async function judged(
  requirement: RequirementId,
  need: string,
  { change, mode = 'read-write' }: { readonly change: AnswerChange; readonly mode?: 'read-only' | 'read-write' },
) {
  const checks = (await collectChecks()).filter(
    (check) => check.verifies.includes(requirement) && check.needs.every((one) => one === need),
  )
  const { record } = await judgeReference({ checks, mode, changes: [datedAnswers, change] })
  return { findings: record.findings, evaluated: record.evaluations.map((one) => one.requirement) }
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
  const { findings, evaluated } = await judged('PAGE-14', 'none', { change: imports })
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
  const { findings, evaluated } = await judged('VER-03', 'fixture:published-product', { change: prepares })
  expect(findings).toEqual([])
  expect(evaluated).toContain('VER-03')
})

test('a version that lists nothing for a second is held to what it lists then', async () => {
  let since: number | undefined
  let isReady = false
  const prepares = answersOf({ routes: ['GET /properties'] }, (answer) => {
    const search = searchOf(answer)
    if (search.get('version') === null) return answer
    since ??= Date.now()
    // The read that would be held against an earlier one comes when it is ready in any case.
    isReady ||= Date.now() - since > 1000 || search.has('includeDeleted')
    return isReady ? answer : withoutEntries(answer, () => false)
  })
  const { findings, evaluated } = await judged('VER-02', needs.join(), { change: prepares, mode: 'read-only' })
  expect(findings).toEqual([])
  expect(evaluated).toContain('VER-02')
})

function pageOf(answer: Answer): { readonly limit: number; readonly offset: number } {
  const search = searchOf(answer)
  return { limit: Number(search.get('limit') ?? 50), offset: Number(search.get('offset') ?? 0) }
}

function searchOf({ request }: Answer): URLSearchParams {
  return new URL(request.url, 'http://any').searchParams
}
