import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import type { FaultId } from '../../reference/faults/catalogue.ts'
import { scriptVerdicts, type Outcome } from './script-verdicts.ts'

const faults: readonly FaultId[] = [
  'deletion-of-unknown-item-succeeds',
  'empty-file-is-accepted',
  'limit-199-refused',
  'missing-key-has-another-code',
  'put-is-served-too',
  'readable-id-judged-before-it-is-claimed',
  'remaining-is-one-on-429',
  'renaming-an-item-clears-its-description',
  'retired-number-assigned-to-another',
  'revoked-key-still-reads',
  'target-type-with-a-capital',
  'update-answers-a-bare-id',
]
/** As many are enough to show each way of judging, and few enough for a slow machine; the second tier tries more. */
const most = 18

test('the scripts of a run with many faults say BREACH of the faulty service, and PASS once it is sound', async () => {
  const verdicts = await scriptVerdicts(faults, { checks: await collectChecks(), most })
  const told = verdicts.map(({ finding, faulty, sound, outcome }) => ({
    script: `${finding.requirement}-${finding.signature}: ${finding.check}`,
    faulty,
    sound,
    outcome,
  }))
  const of = (sought: Outcome): typeof told => told.filter(({ outcome }) => outcome === sought)
  const counts = `${of('reproduced').length} of ${told.length} scripts reproduce their finding, ${of('needs more').length} need more than a script`
  process.stdout.write(`${counts}\n`)
  expect(of('wrong')).toEqual([])
  expect(of('undecided')).toEqual([])
  // Which findings a run has depends on its seed in part, and one of them may hang on luck.
  expect(of('reproduced').length).toBeGreaterThan(told.length * 0.9)
  expect(verdicts.flatMap(({ output }) => output.match(/svc_api_\w+/g) ?? [])).toEqual([])
})
