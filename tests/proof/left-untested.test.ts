import { describe, expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { judgeReference } from '../../proof/judge/judge-reference.ts'
import { leftUntested } from '../../proof/judge/left-untested.ts'
import casesOfVariants from '../../proof/variants/left-untested.json' with { type: 'json' }

describe('a case whose subject a lawful target lacks is untested, and neither passed nor blocked', () => {
  test.concurrent.for(Object.entries(casesOfVariants))('%s', async ([variant, cases]) => {
    const checks = (await collectChecks()).filter(({ title }) => cases.some((one) => one.endsWith(` ${title}`)))
    const { record } = await judgeReference({ checks, variants: [variant] })
    expect(record.findings).toEqual([])
    expect(leftUntested(record, checks)).toEqual(cases)
  })
})
