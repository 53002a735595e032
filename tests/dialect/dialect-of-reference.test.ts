import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { propertyTypes } from '../../lib/service/interface/patterns.ts'
import { Dialect } from '../../lib/service/dialect/dialect.ts'
import { Ledger } from '../../lib/ledger/ledger.ts'
import { startReference } from '../../reference/start-reference.ts'
import { openClient } from '../client/open-client.ts'

test('the dialect of the reference is found out without one refused creation', async () => {
  const reference = await startReference()
  const directory = mkdtempSync(join(tmpdir(), 'dialect-'))
  try {
    await using open = openClient(reference.baseUrl, { keys: { own: reference.keys.own } })
    const ledger = Ledger.begin({
      baseUrl: reference.baseUrl,
      runId: 'abcd1234',
      reportsDirectory: directory,
      keys: reference.keys,
    })
    const dialect = new Dialect({
      send: (request) => open.client.send({ ...request, check: 'discovery' }),
      targetFile: {},
      mode: 'read-write',
      runId: 'abcd1234',
      ledger,
    })
    const names = [await dialect.workspaceParameter(), await dialect.itemParameter(), await dialect.productParameter()]
    expect(names).toEqual(['workspace_id', 'item_id', 'product_id'])
    await Promise.all(propertyTypes.map((type) => dialect.propertyBody(type, {})))
    await Promise.all([dialect.itemBulkBody([{}, {}]), dialect.propertyBulkBody([{}, {}])])
    expect(await dialect.formulaField()).toBe('expression')
    const creations = open.exchanges.filter(({ request }) => request.method === 'POST')
    // One product, one item, six properties, two bulks.
    expect(creations.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201))
    expect(open.exchanges.length).toBeLessThan(25)
  } finally {
    await reference.close()
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  }
})
