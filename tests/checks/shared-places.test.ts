import { expect, test } from 'vitest'
import { nextPlace, noteFull, type Sharing } from '../../lib/service/given/shared-places.ts'

type Sharer = Parameters<typeof nextPlace>[0]

const newSession = (): Sharer => ({ unused: (_, draw) => draw() })

const placesOf = (session: Sharer, sharing: Sharing, checks: number): readonly number[] =>
  Array.from({ length: checks }, () => nextPlace(session, sharing))

test('all checks come to one place while it takes what they make', () => {
  expect(placesOf(newSession(), 'files', 100)).toEqual(Array.from({ length: 100 }, () => 0))
})

test('after a full place each takes a check for every four things that it held', () => {
  const session = newSession()
  expect(nextPlace(session, 'files')).toBe(0)
  noteFull(session, 'files', 10)
  expect(placesOf(session, 'files', 5)).toEqual([1, 1, 2, 2, 3])
})

test('a place that holds less than a check makes has one check', () => {
  const session = newSession()
  noteFull(session, 'items', 2)
  expect(placesOf(session, 'items', 3)).toEqual([1, 2, 3])
})

test('a place that was full before anything was counted there tells nothing of the next ones', () => {
  const session = newSession()
  noteFull(session, 'files', 0)
  expect(placesOf(session, 'files', 3)).toEqual([1, 1, 1])
})

test('a smaller place counts from then on, a larger one does not', () => {
  const session = newSession()
  noteFull(session, 'files', 8)
  noteFull(session, 'files', 100)
  expect(placesOf(session, 'files', 3)).toEqual([1, 1, 2])
})

test('files and items have places of their own, and so has each session', () => {
  const session = newSession()
  noteFull(session, 'files', 4)
  expect(nextPlace(session, 'items')).toBe(0)
  expect(nextPlace(newSession(), 'files')).toBe(0)
})
