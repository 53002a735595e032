import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkShards, readShards } from '../../lib/merge/merge-shards.ts'
import type { Finding, Symptom } from '../../lib/checks/finding.ts'
import type { ShardJournal } from '../../lib/merge/shard-journal.ts'
import { ConfigurationError } from '../../lib/config/errors.ts'
import { record } from '../report/prepared.ts'
import { shardJournal } from './prepared-shards.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('merge-')

const first = shardJournal(1, [record()])
const second = shardJournal(2, [record()])
const checked = (journals: readonly ShardJournal[]) => (): void =>
  checkShards(journals.map((journal) => ({ directory: `shard-${journal.shard.index}`, journal })))

function directoryWith(name: string, text: string): string {
  const directory = join(root, name)
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'journal.json'), text)
  return directory
}

describe('what are not the shards of one run', () => {
  test.for([
    [
      'different seeds',
      { target: { ...second.target, seed: 7 } },
      /different seeds: 42 in shard-1, 7 in shard-2.*--seed/,
    ],
    ['different targets', { target: { ...second.target, baseUrl: 'https://other.test' } }, /different targets/],
    ['different modes', { target: { ...second.target, mode: 'read-only' as const } }, /different modes/],
    ['different efforts', { target: { ...second.target, effort: 'thorough' as const } }, /different efforts.*--effort/],
    [
      'different versions',
      { suite: { ...second.suite, version: '9.9.9' } },
      /different versions of the suite: 0\.1\.0/,
    ],
    ['different selections', { selection: 'PN' }, /different selections: everything in shard-1, PN in shard-2/],
    ['different numbers of shards', { shard: { index: 2, count: 3 } }, /different numbers of shards/],
    ['the same shard twice', { shard: { index: 1, count: 2 } }, /shard 1 was given twice/],
  ] as const)('%s', ([, parts, says]) => {
    expect(checked([first, { ...second, ...parts }])).toThrow(says)
    expect(checked([first, { ...second, ...parts }])).toThrow(ConfigurationError)
  })

  test('shards of another version of the suite', () => {
    const suite = { version: '9.9.9', requirementsDigest: `sha256:${'0'.repeat(64)}` }
    expect(checked([{ ...first, suite }])).toThrow(/made by version 9\.9\.9 of the suite/)
  })

  test('nothing', () => {
    expect(checked([])).toThrow(/nothing to merge/)
  })
})

test('each shard of an embedded reference has an address of its own', () => {
  const embedded = [first, second].map((journal) => ({
    ...journal,
    target: { ...journal.target, embedded: true, baseUrl: `http://127.0.0.1:${journal.shard.index}` },
  }))
  expect(checked(embedded)).not.toThrow()
})

describe('directories', () => {
  test('are of a shard, or hold those of several; none is read twice', () => {
    const one = directoryWith('all/one', JSON.stringify(first))
    directoryWith('all/two', JSON.stringify(second))
    const read = readShards([join(root, 'all'), one])
    expect(read.map(({ journal }) => journal.shard.index)).toEqual([1, 2])
  })

  test.for([
    ['that are not there', join(root, 'absent'), /does not exist.*--reports/],
    ['without a journal', mkdtempSync(join(root, 'empty-')), /has no journal\.json.*--shard/],
    ['with a journal that is no JSON', directoryWith('text', 'x'), /cannot be read/],
    ['with a journal of another format', directoryWith('other', '{"schemaVersion":2}'), /is not a journal of a shard/],
  ] as const)('%s are refused in one line', ([, directory, says]) => {
    expect(() => readShards([directory])).toThrow(says)
    expect(() => readShards([directory])).toThrow(ConfigurationError)
  })
})

/** Every field that a finding may have: one that is added later is missing here for the compiler. */
const symptom: Required<Symptom> = {
  way: 'claim',
  answer: { endpoint: 'listItems', status: 200 },
  resource: 'item',
  isOfStatus: true,
  isBroken: true,
  met: [{ endpoint: undefined, status: 404 }],
  refusal: 404,
  refusals: [404],
  fields: ['name'],
  type: 'text',
  pagesOf: 'listItems',
  isOfOrder: true,
  whole: ['listItems'],
  list: 'listItems',
  hasOffset: true,
  stale: 'listItems',
}
const whole: Required<Finding> = {
  requirement: 'PN-06',
  check: 'a retired number is rejected',
  signature: '0123456789ab',
  kind: 'status',
  claim: 'createProduct answers 409',
  about: 'createProduct status',
  expected: '409',
  received: '201',
  failure: { of: 'product', fields: ['name'], record: { id: 'a' }, expected: [409], received: { status: 201 } },
  hint: 'a hint',
  exchanges: [],
  reproduce: 'curl',
  script: { text: '#!/bin/sh', needs: 'the web application' },
  occurrences: 1,
  symptom,
  replay: 'npm run conformance',
  known: { reason: 'a reason', owner: 'an owner', expires: '2031-01-01' },
  case: 'listItems',
  foundIn: ['another check'],
  changedIn: ['a third check'],
  seed: 42,
  path: '0:1',
  counterexample: '[1]',
  tried: [{ value: '1', status: 200 }],
  commandsPath: 'AB',
}

test('a finding with all that it may have is read from a journal', () => {
  const { replay: _replay, known: _known, ...finding } = whole
  const journal = shardJournal(1, [record({ findings: [finding] })])
  const [read] = readShards([directoryWith('whole-finding', JSON.stringify(journal))])
  expect(read?.journal.records[0]?.findings).toEqual([finding])
})
