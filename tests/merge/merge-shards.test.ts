import { describe, expect, test } from 'vitest'
import { requirements } from '../../lib/contract/requirement.ts'
import { mergeShards } from '../../lib/merge/merge-shards.ts'
import { finding, record } from '../report/prepared.ts'
import { shardJournal } from './prepared-shards.ts'

const documented = [...requirements.values()].filter(({ kind }) => kind === 'documented').map(({ id }) => id)
const half = Math.floor(documented.length / 2)
const evaluationsOf = (ids: typeof documented) => ids.map((requirement) => ({ requirement, check: 'all', count: 1 }))
const first = shardJournal(1, [record({ evaluations: evaluationsOf(documented.slice(0, half)) })])
const second = shardJournal(2, [record({ evaluations: evaluationsOf(documented.slice(half)) })])

describe('all shards together', () => {
  test('are conformant where no shard is by itself', () => {
    expect(mergeShards([second, first])).toMatchObject({ verdict: 'conformant', summary: { violated: 0 } })
  })

  test('last from the first beginning to the last end', () => {
    const later = { ...second, target: { ...second.target, startedAt: '2030-05-01T10:00:05.000Z' } }
    expect(mergeShards([later, first]).target).toMatchObject({
      startedAt: '2030-05-01T10:00:00.000Z',
      durationMs: 6500,
      exchanges: 2,
    })
  })

  test('settle what a violation of another shard explains', () => {
    const race = finding({ requirement: 'PN-22', check: 'race' })
    const report = mergeShards([
      shardJournal(1, [record({ findings: [race] })]),
      shardJournal(2, [record({ findings: [finding()] })]),
    ])
    const violated = report.requirements.filter(({ verdict }) => verdict === 'violated').map(({ id }) => id)
    expect(violated).toEqual(['PN-04'])
  })

  test('are a selection where the run was one', () => {
    const parts = { selection: 'PN-04', selected: ['PN-04'] as const }
    const report = mergeShards([shardJournal(1, [record()], parts), shardJournal(2, [record()], parts)])
    expect(report.verdict).toBe('incomplete')
    expect(report.requirements.find(({ id }) => id === 'PN-05')?.untested?.reason).toBe('not-selected')
  })

  test('of the lowest effort leave out what no shard had a check for', () => {
    const parts = { target: { ...first.target, effort: 'smoke' }, selected: ['PN-04'] } as const
    const report = mergeShards([shardJournal(1, [record()], parts), shardJournal(2, [record()], parts)])
    expect(report.requirements.find(({ id }) => id === 'PN-05')?.untested).toEqual({
      reason: 'not-selected',
      remedy: 'use --effort standard or thorough',
    })
  })

  test('are an error where one did not come to its end, and it is named', () => {
    const report = mergeShards([first, { ...second, error: 'interrupted by SIGTERM' }])
    expect(report).toMatchObject({
      verdict: 'error',
      problems: [{ kind: 'run', text: 'shard 2/2: interrupted by SIGTERM' }],
    })
  })

  test('judge the deviations, which no shard can', () => {
    const entry = { requirement: 'PN-04', signature: '0123456789ab', reason: 'r', owner: 'o', expires: '2031-01-01' }
    const shards = [first, second].map((journal) => ({ ...journal, deviations: [entry] }))
    expect(mergeShards(shards).staleDeviations).toEqual([expect.stringContaining('conforms now')])
    expect(mergeShards(shards, { deviations: [] }).staleDeviations).toBeUndefined()
  })
})

describe('some of the shards', () => {
  const report = mergeShards([{ ...first, selected: documented.slice(0, half) }])

  test('are incomplete, and the missing ones are named', () => {
    expect(report.verdict).toBe('incomplete')
    expect(report.problems).toEqual([{ kind: 'note', text: 'the merge is incomplete: shard 2/2 is missing' }])
  })

  test('leave to the others what they did not look at', () => {
    const row = report.requirements.find(({ id }) => id === documented.at(-1))
    expect(row?.untested).toEqual({ reason: 'not-selected', remedy: expect.stringContaining('merge all') })
  })
})
