import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import type { FaultId } from '../../reference/faults/catalogue.ts'
import { scriptVerdicts } from './script-verdicts.ts'

const faults: readonly FaultId[] = [
  'deletion-of-unknown-item-succeeds',
  'empty-file-is-accepted',
  'limit-199-refused',
  'missing-key-has-another-code',
  'put-is-served-too',
  'retired-number-assigned-to-another',
]
/** As many are enough to show each way of judging, and few enough for a slow machine; the second tier tries more. */
const most = 14

test('the scripts of a run with many faults say BREACH of the faulty service, and PASS once it is sound', async () => {
  const verdicts = await scriptVerdicts(faults, { checks: await collectChecks(), most })
  const told = verdicts.map(({ finding, faulty, sound, outcome }) => ({
    script: `${finding.requirement}-${finding.signature}: ${finding.check}`,
    faulty,
    sound,
    outcome,
  }))
  const reproduced = told.filter(({ outcome }) => outcome === 'reproduced')
  process.stdout.write(`${reproduced.length} of ${told.length} scripts reproduce their finding\n`)
  expect(told.filter(({ outcome }) => outcome === 'wrong')).toEqual([])
  expect(reproduced.length).toBeGreaterThan(told.length * 0.7)
  expect(verdicts.flatMap(({ output }) => output.match(/svc_api_\w+/g) ?? [])).toEqual([])
})
