import { expect } from 'vitest'
import type { JournalRecord } from '../../lib/checks/journal.ts'

/** Something is found, and nothing that the target sent has put a check of ours out of step. */
export function expectFound({ findings, harnessProblems }: JournalRecord): void {
  expect(harnessProblems).toEqual([])
  expect(findings.length).toBeGreaterThan(0)
}
