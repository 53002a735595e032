import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { startReference, type Reference } from '../../reference/start-reference.ts'
import { ask, entriesOf } from './ask.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const directory = temporaryDirectory('reference-')

const service = new URL('../../reference/start-reference.ts', import.meta.url).href

test('what was answered is still there after the process was killed', async () => {
  const data = join(directory, 'killed.sqlite')
  const { child, reference } = await startElsewhere(data)
  const [workspaceId] = entriesOf(await ask(reference, { path: '/workspaces' }), 'id')
  const body = { workspace_id: workspaceId, readable_id: 'survivor', name: 'Survivor', part_number: 'SURVIVES-1' }
  const created = await ask(reference, { method: 'POST', path: '/products', body })
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended

  const reopened = await startReference({ data })
  const found = await ask(reopened, { path: '/products?q=survivor', key: reference.keys.own })
  const again = await ask(reopened, { method: 'POST', path: '/products', body: { ...body, readable_id: 'other' } })
  await reopened.close()
  expect(entriesOf(found, 'id')).toEqual([created.body['id']])
  expect(again.status).toBe(409)
})

async function startElsewhere(
  data: string,
): Promise<{ child: ChildProcess; reference: Pick<Reference, 'baseUrl' | 'keys'> }> {
  const program = `
    const { startReference } = await import(${JSON.stringify(service)})
    const { baseUrl, keys } = await startReference({ data: ${JSON.stringify(data)} })
    console.log(JSON.stringify({ baseUrl, keys }))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const reference: Pick<Reference, 'baseUrl' | 'keys'> = JSON.parse(line)
    return { child, reference }
  }
  throw new Error('the service said nothing')
}
