import { expect, test } from 'vitest'
import { Lending } from '../../lib/run/lending.ts'

test('what was left as it was is handed to the next, and nothing else', async () => {
  const lending = new Lending((_, make) => make())
  const first = await lending.take('product')
  expect(first.isNew).toBe(true)
  lending.end(first, true)
  const second = await lending.take('product')
  expect(second).toMatchObject({ name: first.name, isNew: false })
  lending.end(second, false)
  const third = await lending.take('product')
  expect(third.isNew).toBe(true)
  expect(third.name).not.toBe(first.name)
})

test('one thing is in one hand at a time: whoever asks meanwhile waits, or has another made', async () => {
  const lending = new Lending((_, make) => make())
  const first = await lending.take('product', 2)
  const other = await lending.take('product', 2)
  expect(other.name).not.toBe(first.name)
  const waiting = lending.take('product', 2)
  const ended = Promise.race([waiting.then(() => 'came'), Promise.resolve('waits')])
  expect(await ended).toBe('waits')
  lending.end(first, true)
  expect(await waiting).toMatchObject({ name: first.name, isNew: false })
})

test('kinds are apart', async () => {
  const lending = new Lending((_, make) => make())
  lending.end(await lending.take('product'), true)
  expect(await lending.take('number')).toMatchObject({ kind: 'number', isNew: true })
})
