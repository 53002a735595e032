import { expect, test } from 'vitest'
import { TransportError } from '../../lib/client/transport-error.ts'
import { Once } from '../../lib/dialect/once.ts'

test('what was found is not looked for again, nor is what could not be found', async () => {
  const once = new Once()
  let searches = 0
  const find = async (): Promise<number> => (searches += 1)
  const fail = async (): Promise<number> => {
    searches += 1
    throw new Error('not there')
  }
  expect(await Promise.all([once.of('a', find), once.of('a', find)])).toEqual([1, 1])
  await expect(once.of('b', fail)).rejects.toThrow('not there')
  await expect(once.of('b', find)).rejects.toThrow('not there')
  expect(searches).toBe(2)
})

test('what lost an answer is looked for again, and not for ever', async () => {
  const once = new Once()
  let searches = 0
  const lose = async (): Promise<number> => {
    searches += 1
    throw new TransportError({ kind: 'reset', reason: 'reset', method: 'GET', path: '/' })
  }
  for (const _ of Array.from({ length: 6 })) await expect(once.of('a', lose)).rejects.toThrow(TransportError)
  expect(searches).toBe(4)
})
