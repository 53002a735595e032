import { expect, test } from 'vitest'
import { judgeStranger } from './judge-stranger.ts'
import { strangers } from './strangers.ts'

/** Declares a test for each mistake of a stranger: it is found, and exactly the requirements that it breaks are named. */
export function proveBugs(stranger: string, bugs: Readonly<Record<string, readonly string[]>>): void {
  const rows = Object.entries(bugs).map(([bug, breaks]) => ({ bug, breaks }))
  test.concurrent.each(rows)(`${stranger}: $bug`, async ({ bug, breaks }) => {
    const { record, violated } = await judgeStranger(() => strangers(stranger, [bug]), { secondKey: true })
    expect(record.harnessProblems).toEqual([])
    expect(violated).toEqual([...breaks].sort())
  })
}
