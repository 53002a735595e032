import { expect } from 'vitest'
import type { Judged } from './judge-hostile.ts'

/** Whatever the target does, the run ends by itself, says what it found, and blames neither itself nor nobody. */
export function expectSoundEnd({ code, report, stdout, stderr }: Judged): void {
  expect(`${stdout}${stderr}`).not.toMatch(/^\s+at |TypeError|RangeError|Unhandled|Warning/m)
  expect((report?.problems ?? []).filter(({ kind }) => kind === 'suite')).toEqual([])
  expect(report?.verdict).not.toBe('conformant')
  expect([0, 1, 2]).toContain(code)
}
