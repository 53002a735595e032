import { describe, expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import type { Finding } from '../../lib/checks/finding.ts'
import { expectDecided } from './expect-decided.ts'

/** A fault for each kind of check that finds it, where no plainer one explains it. */
const samples = [
  ['scenario', 'created-at-moves'],
  ['property', 'download-passes-through-text'],
  ['property', 'request-id-cut-short'],
  ['race', 'number-that-comes-in-between-is-replaced'],
  ['passive', 'update-answers-a-bare-id'],
  ['passive', 'second-of-two-deletions-at-once-breaks'],
  ['passive', 'request-id-of-its-own-repeats'],
] as const

describe('a finding shows again where its fault is, and is kept where it is not', { concurrent: true }, () => {
  test.for(samples)('found by a %s: %s', async ([kind, fault], { task }) => {
    const { findings } = await expectDecided(fault, task, kind === 'passive' || kind === 'scenario' ? {} : { kind })
    expect(await kindsOf(findings)).toContain(kind)
  })
})

test('the commands that a model run was shrunk to are tried first, and the whole check where they hold', async ({
  task,
}) => {
  const tried: boolean[] = []
  const onCheck = (_: unknown, isCounterexample: boolean): void => void tried.push(isCounterexample)
  const { findings } = await expectDecided('updates-know-no-name', task, { kind: 'model', onCheck })
  expect(findings.map(({ commandsPath }) => typeof commandsPath)).toEqual(['string'])
  // On the faulty reference the commands alone, on the sound one both.
  expect(tried).toEqual([true, true, false])
})

async function kindsOf(findings: readonly Finding[]): Promise<readonly string[]> {
  const kinds = new Map((await collectChecks()).map(({ title, kind }): [string, string] => [title, kind]))
  return findings.map(({ check }) => kinds.get(check) ?? 'passive')
}
