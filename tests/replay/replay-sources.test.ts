import { expect, test } from 'vitest'
import type { RunSettings } from '../../lib/config/replay-command.ts'
import { replaySources, type GivenReport } from '../../lib/replay/replay-sources.ts'
import { runFacts } from '../report/prepared.ts'

const own = 'https://staging.example.test'
const settings = { baseUrl: own, allowWrites: true, target: 'staging.json', maxRps: 5, only: 'PN', seed: 1 }

function flagsOf(
  given: { readonly settings?: RunSettings; readonly isNamed?: boolean },
  flags: Readonly<Record<string, string>> = {},
  environment: Readonly<Record<string, string>> = {},
) {
  const target = { ...runFacts().target, dialect: {}, exchanges: 1 }
  const report: GivenReport = {
    report: { target, settings: given.settings ?? settings },
    path: 'reports/conformance.json',
    isNamed: given.isNamed ?? false,
  }
  return replaySources(report, { flags, environment, directory: process.cwd() }).flags
}

test('of a report of one’s own everything is taken over but what was selected', () => {
  expect(flagsOf({})).toEqual({
    baseUrl: own,
    allowWrites: true,
    target: 'staging.json',
    maxRps: '5',
    seed: '42',
    effort: 'standard',
  })
})

test('another deployment gets seed and effort alone, and what is given', () => {
  const baseUrl = 'https://other.example.test'
  expect(flagsOf({}, { baseUrl, target: 'other.json' })).toEqual({
    baseUrl,
    target: 'other.json',
    seed: '42',
    effort: 'standard',
  })
})

test('the embedded reference is started again', () => {
  expect(flagsOf({ settings: { seed: 7 } })).toEqual({ seed: '42', effort: 'standard' })
})

test('a report that is named sends no key anywhere unless its target is confirmed, or on this machine', () => {
  expect(() => flagsOf({ isNamed: true })).toThrow(`confirm with --base-url ${own} that the key may be sent there`)
  expect(flagsOf({ isNamed: true }, { baseUrl: own })['allowWrites']).toBe(true)
  expect(flagsOf({ isNamed: true }, {}, { CONFORMANCE_BASE_URL: own })['allowWrites']).toBe(true)
  const local = 'http://127.0.0.1:8080'
  expect(flagsOf({ isNamed: true, settings: { baseUrl: local } })['baseUrl']).toBe(local)
})

test('where environment and report differ, nobody guesses', () => {
  const environment = { CONFORMANCE_BASE_URL: 'https://other.example.test' }
  expect(() => flagsOf({}, {}, environment)).toThrow(
    `belongs to ${own}, but CONFORMANCE_BASE_URL is https://other.example.test; choose one with --base-url`,
  )
  expect(() => flagsOf({ settings: {} }, {}, environment)).toThrow(
    'belongs to the embedded reference, but CONFORMANCE_BASE_URL',
  )
})
