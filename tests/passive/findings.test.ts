import { expect, onTestFinished, test } from 'vitest'
import { forgetSecrets, keepSecret } from '../../lib/client/redactor.ts'
import { PassiveInspection } from '../../lib/checks/passive-inspection.ts'
import { createPassiveChecks } from '../../lib/service/checks/create-passive-checks.ts'
import { RunJournal } from '../../lib/checks/run-journal.ts'
import { signatureOf } from '../../lib/checks/signature-of.ts'
import { claimWords } from '../../lib/wording/claim-words.ts'
import { exchangeOf } from './exchange-of.ts'

test('a finding says what should hold, and keeps the signature that deviations files name', () => {
  const journal = new RunJournal()
  const list = { items: [], count: 0, total: 7 }
  new PassiveInspection(journal, createPassiveChecks()).inspect({
    ...exchangeOf({ path: '/v1/public/workspaces', json: list }),
    endpoint: 'listWorkspaces',
  })
  const { findings } = journal.record({ coverage: { endpoints: [], fields: [], enumValues: [] }, dialect: {} })
  expect(findings.map(({ claim, signature }) => [claim, signature])).toEqual([
    ['list.total is left out', signatureOf('PAGE-03', 'list.total is not left out\nlistWorkspaces')],
  ])
})

test('values of a finding in which a key stands, in whatever form, are left to its words', () => {
  const key = 'svc_api_Qx7Zr2Lm9-TkV4bN8wYc3HsJ6dPf1GuAe5Xo0Ki'
  keepSecret(key)
  onTestFinished(forgetSecrets)
  const items = [[...Buffer.from(key)], key].map((deleted, id) => ({ id: `${id}`, name: 'a', deleted }))
  for (const entry of items) {
    const journal = new RunJournal()
    const answer = exchangeOf({ path: '/v1/public/files', json: { items: [entry], count: 1 } })
    new PassiveInspection(journal, createPassiveChecks()).inspect({ ...answer, endpoint: 'listFiles' })
    const { findings } = journal.record({ coverage: { endpoints: [], fields: [], enumValues: [] }, dialect: {} })
    const found = findings.filter(({ claim }) => claim === 'file.deleted is a boolean')
    expect(found.map(({ failure }) => failure)).toEqual([{ of: 'file', fields: ['deleted'] }])
  }
})

test('a refusal names what was wrong as it was sent, and its fingerprint without the numbers of the run', () => {
  const exchange = { ...exchangeOf({ status: 200, broken: 'limit=500' }), endpoint: 'listFiles' } as const
  const claim = { kind: 'status', lawful: 'a refusal' } as const
  expect(claimWords(claim, { received: { status: 200 } }, { exchange })).toMatchObject({
    claim: 'GET /files is rejected (limit=500)',
    fingerprint: 'listFiles status "a refusal" limit=N',
  })
})
