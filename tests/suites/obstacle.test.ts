import { expect, test } from 'vitest'
import { Undiscovered, UntestedError } from '#suite'
import { insteadOf } from '../../suites/shared/obstacle.ts'

const untested = new UntestedError({ reason: 'capability-absent', cause: 'the target rejected it' })

test.each([untested, new Undiscovered('no name was learned')])(
  'something else stands in for what is not there: %s',
  (error) => {
    expect(insteadOf(() => 'another')(error)).toBe('another')
  },
)

test('any other error is not an obstacle', () => {
  const error = new Error('the connection was reset')
  expect(() => insteadOf(() => 'another')(error)).toThrow(error)
})
