import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRecord } from '../../lib/contract/is-record.ts'
import { asText } from '../../lib/contract/show.ts'
import { Ledger } from '../../lib/ledger/ledger.ts'
import { undoRun } from '../../lib/run/undo-run.ts'
import { serverKeys } from '../../proof/servers/independent-server.ts'
import { startServer } from '../../proof/servers/start-server.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('lost-uploads-')
const runId = 'abcd1234'
const keys = { own: serverKeys.own }
const authorization = `Bearer ${keys.own}`

async function idOf(answer: Response): Promise<string> {
  const json: unknown = await answer.json()
  const [record] = isRecord(json) && Array.isArray(json['items']) ? json['items'] : [json]
  return asText(isRecord(record) ? record['id'] : undefined)
}

/** Creates on the server what a run announced, and notes the id as the run does once it is answered. */
async function create(url: string, body: object): Promise<string> {
  const headers = { authorization, 'content-type': 'application/json' }
  return await idOf(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }))
}

test.each([
  { what: 'whose name anybody may give', name: 'Makefile', noted: 'Makefile' },
  { what: 'whose name the target changes', name: 'a%22b.txt', noted: 'a"b.txt' },
  { what: 'whose body has no name', name: 'a.txt', noted: undefined },
])('cleanup counts a file $what, although the answer to its upload was never seen', async ({ name, noted }) => {
  const server = await startServer('express')
  try {
    const api = `${server.baseUrl}/v1/public`
    const reportsDirectory = join(root, name)
    const ledger = Ledger.begin({ baseUrl: server.baseUrl, runId, reportsDirectory, keys })
    const workspaceId = await idOf(await fetch(`${api}/workspaces?limit=1`, { headers: { authorization } }))
    const product = { name: `conformance ${runId} x`, readable_id: `conformance_${runId}_x`, workspace_id: workspaceId }
    const sent = { kind: 'product', identity: 'own', name: product.name, readableId: product.readable_id } as const
    const entry = ledger.planned({ ...sent, place: workspaceId })
    const productId = await create(`${api}/products`, product)
    ledger.made(entry, productId)
    const itemId = await create(`${api}/items`, { productId, title: `conformance ${runId} y` })
    ledger.planned({ kind: 'file', identity: 'own', name: noted, place: itemId })
    const body = new FormData()
    body.append('file', new Blob(['text']), name)
    const fileId = await idOf(
      await fetch(`${api}/files/${itemId}`, { method: 'POST', headers: { authorization }, body }),
    )
    const undone = await undoRun({ baseUrl: server.baseUrl, keys, mode: 'read-write', concurrency: 2 }, { ledger })
    expect(undone).toEqual({ left: [], notes: [], traces: [`a file without its item or product stays: ${fileId}`] })
  } finally {
    await server.close()
  }
})
