import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { judgeTarget } from '../../proof/judge/judge-target.ts'
import { startChangedReference } from '../../proof/start-changed-reference.ts'
import { createControls } from '../../reference/controls.ts'
import { skipIdleTimeInThisFile } from '../clock/skip-idle-time.ts'
import { datedAnswers } from './dated-answers.ts'

skipIdleTimeInThisFile()

// A run of the command leaves out what a machine is too slow for: a window may be over before its limit is reached.
test('each case that needs a rate limit within reach is evaluated where no window ends early', async () => {
  const reference = await startChangedReference({ seed: 'embedded', changes: [datedAnswers] })
  try {
    const checks = (await collectChecks()).filter(({ needs }) => needs.some((need) => need.includes('set-rate-limit')))
    const { baseUrl, keys, controlUrl } = reference
    const record = await judgeTarget({ baseUrl, keys, controls: createControls(controlUrl), checks })
    expect(record.findings).toEqual([])
    expect(record.untested).toEqual([])
    const evaluated = new Set(record.evaluations.map(({ check }) => check))
    expect(checks.filter(({ title }) => !evaluated.has(title))).toEqual([])
    expect(checks.length).toBeGreaterThan(20)
  } finally {
    await reference.close()
  }
})
