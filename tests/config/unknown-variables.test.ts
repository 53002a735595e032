import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { knownVariables, unknownVariables } from '../../lib/config/unknown-variables.ts'
import { runCli } from '../cli/run-cli.ts'

const directory = import.meta.dirname

test('a misspelt setting is named with the nearest known one', () => {
  const environment = { CONFORMANCE_BASEURL: 'x', CONFORMANCE_ALLOW_WRITE: '1', CONFORMANCE_SEED: '1', OTHER: '1' }
  expect(unknownVariables({ environment, directory })).toEqual([
    'CONFORMANCE_BASEURL is not a setting; did you mean CONFORMANCE_BASE_URL?',
    'CONFORMANCE_ALLOW_WRITE is not a setting; did you mean CONFORMANCE_ALLOW_WRITES?',
  ])
})

test('what is near to none is named too, and what is empty or belongs to a pipeline is not', () => {
  const environment = { CONFORMANCE_ABCDEFGHIJKL: 'x', CONFORMANCE_SEEDS: ' ', CONFORMANCE_SUITE_URL: 'x' }
  expect(unknownVariables({ environment, directory })).toEqual([
    'CONFORMANCE_ABCDEFGHIJKL is not a setting; see .env.example',
  ])
})

test('.env.example shows every variable, and no other', () => {
  const shown = readFileSync('.env.example', 'utf8').match(/^#CONFORMANCE_[A-Z_]+(?==)/gm) ?? []
  expect(shown.map((line) => line.slice(1)).toSorted()).toEqual(knownVariables.toSorted())
})

test('--help shows every setting of a run that has a flag', async () => {
  const { stdout } = await runCli(['run', '--help'])
  const withFlag = knownVariables.filter((name) => !/_API_KEY$|AGAINST_/.test(name))
  expect(withFlag.filter((name) => !stdout.replaceAll(/\s+/g, '').includes(name))).toEqual([])
})

test('a command says it on standard error', async () => {
  const { stderr } = await runCli(['cleanup', '--reports', '/dev/null'], { CONFORMANCE_BASEURL: 'x' })
  expect(stderr).toContain('warning: CONFORMANCE_BASEURL is not a setting; did you mean CONFORMANCE_BASE_URL?\n')
})
