import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Ledger } from '../../lib/ledger/ledger.ts'
import { undoRun } from '../../lib/run/undo-run.ts'
import { openServer } from '../client/open-server.ts'

const keys = { own: 'svc_api_0nWq7Rk2TzLx9VbNm4CsYd8HfGj3PaEu6MtX' }

test('a run with a ledger of 200,000 lines is undone', async () => {
  const reportsDirectory = mkdtempSync(join(tmpdir(), 'large-ledger-'))
  await using target = await openServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"items":[],"count":0}')
  })
  const ledger = Ledger.begin({ baseUrl: target.url, runId: 'abcd1234', reportsDirectory, keys })
  for (let line = 0; line < 100_000; line += 1) {
    const name = `conformance abcd1234 ${line}`
    ledger.answered(ledger.planned({ kind: 'product', identity: 'own', name }), 503)
  }
  const undone = await undoRun({ baseUrl: target.url, keys, mode: 'read-write', concurrency: 8 }, { ledger })
  expect(undone).toEqual({ left: [], notes: [], traces: [] })
  rmSync(reportsDirectory, { recursive: true, force: true, maxRetries: 5 })
})
