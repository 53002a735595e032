import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { collectChecks } from '../../../lib/cli/collect-checks.ts'
import type { FaultId } from '../../../proof/faults/catalogue.ts'
import { transcriptVerdicts } from './transcript-verdicts.ts'

/**
 * One of each way of deciding: a status, a field that two answers show, an entry, bytes, a race, a key, a step of the web
 * application, a person, an id that was sent and not shown, pages that end too early, rows of a bulk.
 */
const faults: readonly FaultId[] = [
  'retired-number-assigned-to-another',
  'renaming-an-item-clears-its-description',
  'search-text-decoded-twice',
  'pictures-are-kept-compressed',
  'number-judged-before-it-is-claimed',
  'revoked-key-still-reads',
  'deleted-property-by-id-is-not-marked',
  'reset-as-a-duration',
  'uploader-is-whoever-updates',
  'user-of-an-update-of-a-product-is-brought',
  'pages-of-the-draft-are-cut-before-the-filter',
  'descriptions-in-bulk-lose-double-spaces',
]

test('sh, curl and jq are there: on Debian, apt-get install -y curl jq', () => {
  expect(execFileSync('sh', ['-c', 'curl --version | head -n 1; jq --version']).toString()).toMatch(/^curl .*\njq-/)
})

test.each(faults)(
  'a transcript says BREACH of a service with the fault, and KEPT of a sound one: %s',
  async (fault) => {
    const verdicts = await transcriptVerdicts(fault, { checks: await collectChecks(), most: 1 })
    expect(verdicts.map(({ faulty, sound }) => [faulty, sound])).toEqual([['BREACH', 'KEPT']])
    expect(verdicts[0]?.output).not.toMatch(/svc_api_\w+/)
    expect(verdicts[0]?.lines).toBeLessThan(100)
  },
)

test('a transcript that makes a part of a list does not say KEPT of the whole', async () => {
  const verdicts = await transcriptVerdicts('formula-without-a-result-breaks', {
    checks: await collectChecks(),
    most: 1,
  })
  expect(verdicts.map(({ faulty, sound }) => [faulty, sound])).toEqual([['UNDECIDED', 'UNDECIDED']])
})
