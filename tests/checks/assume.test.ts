import { expect, test } from 'vitest'
import { UntestedError } from '../../lib/checks/errors.ts'
import { assume, blocked, whileAssumptionsHold } from '../../lib/run/assume.ts'
import { each } from '../../lib/run/each.ts'

test('an assumption that holds lets the check go on', () => {
  expect(() => assume(true, 'a part number')).not.toThrow()
})

test('what a target lawfully has not is told as absent', () => {
  expect(() => assume(false, 'a part number')).toThrow(
    new UntestedError({ reason: 'capability-absent', cause: 'a part number' }),
  )
})

test('what another requirement breaks is told as blocked by it', () => {
  expect(blocked('PN-07', 'it was accepted')).toEqual({
    reason: 'blocked',
    blockedBy: ['PN-07'],
    cause: 'it was accepted',
  })
})

test('without a reason the check ends where its assumption fails, and nothing is told', async () => {
  const done: string[] = []
  await whileAssumptionsHold(async () => {
    done.push('before')
    assume(done.length === 0)
    done.push('after')
  })
  expect(done).toEqual(['before'])
})

test('any other error goes on its way', async () => {
  await expect(whileAssumptionsHold(() => Promise.reject(new Error('reset')))).rejects.toThrow('reset')
})

test('an assumption that fails for one of several ends its turn alone', async () => {
  const judged: string[] = []
  await each(['one', 'two', 'three'], async (word, index) => {
    assume(word !== 'two')
    judged.push(`${index} ${word}`)
  })
  expect(judged).toEqual(['0 one', '2 three'])
})
