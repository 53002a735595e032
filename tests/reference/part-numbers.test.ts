import { afterAll, expect, test } from 'vitest'
import { createControls } from '../../reference/controls.ts'
import { startReference } from '../../reference/start-reference.ts'
import { type Answer, ask, entriesOf, textOf } from './ask.ts'

const reference = await startReference()
afterAll(() => reference.close())

const [here = '', elsewhere = ''] = entriesOf(await ask(reference, { path: '/workspaces' }), 'id').map(String)
let made = 0

function create(partNumber?: string, workspaceId = here): Promise<Answer> {
  made += 1
  const body = {
    workspace_id: workspaceId,
    readable_id: `part_${made}`,
    name: 'Part',
    ...(partNumber !== undefined && { part_number: partNumber }),
  }
  return ask(reference, { method: 'POST', path: '/products', body })
}

function change(id: string, partNumber: string | null): Promise<Answer> {
  return ask(reference, { method: 'PATCH', path: `/products/${id}`, body: { part_number: partNumber } })
}

test('a number in use is refused in every workspace, and leaves no product', async () => {
  await create('USED-1')
  const refusals = [await create('USED-1'), await create('USED-1', elsewhere)]
  expect(refusals.map(({ status, body }) => [status, body['error']])).toEqual([
    [409, 'part_number_conflict'],
    [409, 'part_number_conflict'],
  ])
  const listed = await ask(reference, { path: '/products?limit=200' })
  expect(entriesOf(listed, 'readable_id')).not.toContain(`part_${made}`)
})

test('a removed number is retired for its product, for others and for new ones', async () => {
  const id = textOf(await create('GONE-1'), 'id')
  const removal = await change(id, null)
  expect([removal.status, 'part_number' in removal.body]).toEqual([200, false])
  const other = textOf(await create(), 'id')
  const refusals = [await change(id, 'GONE-1'), await change(other, 'GONE-1'), await create('GONE-1', elsewhere)]
  expect(refusals.map(({ status }) => status)).toEqual([409, 409, 409])
  expect((await change(id, 'GONE-2')).body['part_number']).toBe('GONE-2')
})

test('a deleted product’s number stays retired', async () => {
  const id = textOf(await create('DELETED-1'), 'id')
  await ask(reference, { method: 'DELETE', path: `/products/${id}` })
  expect((await create('DELETED-1')).status).toBe(409)
})

test('a number is not changed in place, and the same one is no change', async () => {
  const product = await create('FIXED-1')
  const id = textOf(product, 'id')
  const refusal = await change(id, 'FIXED-2')
  expect([refusal.status, refusal.body['error']]).toEqual([422, 'PART_NUMBER_ALREADY_ASSIGNED'])
  expect((await change(id, 'FIXED-1')).body).toEqual(product.body)
})

test('another organization has numbers of its own', async () => {
  await create('OURS-1')
  const key = reference.keys.otherOrganization
  const body = {
    workspace_id: reference.fixtures.foreign?.workspaceId,
    readable_id: 'theirs',
    name: 'Theirs',
    part_number: 'OURS-1',
  }
  expect((await ask(reference, { method: 'POST', path: '/products', body, key })).status).toBe(201)
})

test('a configured format is judged at creation and assignment, until it is taken away', async () => {
  const controls = createControls(reference.controlUrl)
  const id = textOf(await create(), 'id')
  await controls.setPartNumberRule(id, '^R-\\d{4}$')
  const judged = [await create('R-12'), await change(id, 'R-12'), await create('R-1234'), await change(id, 'R-1235')]
  await controls.setPartNumberRule(id, null)
  expect([...judged, await create('R-12')].map(({ status }) => status)).toEqual([422, 422, 201, 200, 201])
  expect(judged[0]?.body['error']).toBe('validation_error')
})

test('one of several simultaneous claims on a number has it', async () => {
  const free = textOf(await create(), 'id')
  const answers = await Promise.all([change(free, 'RACE-1'), ...Array.from({ length: 5 }, () => create('RACE-1'))])
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
})
