import { expect, test } from 'vitest'
import { PassiveInspection } from '../../lib/checks/passive-inspection.ts'
import { RunJournal } from '../../lib/checks/run-journal.ts'
import { signatureOf } from '../../lib/checks/signature-of.ts'
import { claimWords } from '../../lib/wording/claim-words.ts'
import { exchangeOf } from './exchange-of.ts'

test('a finding says what should hold, and keeps the signature that deviations files name', () => {
  const journal = new RunJournal()
  const list = { items: [], count: 0, total: 7 }
  new PassiveInspection(journal).inspect({
    ...exchangeOf({ path: '/v1/public/workspaces', json: list }),
    endpoint: 'listWorkspaces',
  })
  const { findings } = journal.record({ coverage: { endpoints: [], fields: [], enumValues: [] }, dialect: {} })
  expect(findings.map(({ claim, signature }) => [claim, signature])).toEqual([
    ['list.total is left out', signatureOf('PAGE-03', 'list.total is not left out\nlistWorkspaces')],
  ])
})

test('a refusal names what was wrong as it was sent, and its fingerprint without the numbers of the run', () => {
  const exchange = { ...exchangeOf({ status: 200, broken: 'limit=500' }), endpoint: 'listFiles' } as const
  const claim = { kind: 'status', lawful: 'a refusal' } as const
  expect(claimWords(claim, { received: { status: 200 } }, exchange)).toMatchObject({
    claim: 'listFiles is rejected (limit=500)',
    fingerprint: 'listFiles status "a refusal" limit=N',
  })
})
