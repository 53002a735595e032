import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { recall, remember } from '../../proof/changes/memory.ts'
import { replace } from '../../proof/changes/replace.ts'
import { ServiceError } from '../../reference/service/http/service-error.ts'
import { createProduct } from '../../reference/service/products/create-product.ts'
import { judgeReference } from '../../proof/judge/judge-reference.ts'

/** Denies a creation with a readable_id, by how many of them came before it, as a plan does that has no place left just then. */
const denies = (turn: number) =>
  replace(createProduct, (sound) => (deployment, body, caller) => {
    const asked = (recall<number>(deployment, body.readable_id)?.value ?? 0) + 1
    remember(deployment, body.readable_id, asked)
    if (asked === turn)
      throw new ServiceError({ status: 403, code: 'forbidden', message: 'the plan has no place left' })
    return sound(deployment, body, caller)
  })

/** Denies creations from the first with a part number on, but for one: others have deleted a product meanwhile. */
const hasRoomForOne = replace(createProduct, (sound) => (deployment, body, caller) => {
  const key = 'creations that a full plan has met'
  const met = recall<number>(deployment, key)?.value ?? 0
  const isFull = met > 0 || body.part_number !== undefined
  if (isFull) remember(deployment, key, met + 1)
  if (isFull && met !== 1)
    throw new ServiceError({ status: 403, code: 'forbidden', message: 'the plan has no place left' })
  return sound(deployment, body, caller)
})

const all = await collectChecks()
const titled = (title: string) => all.filter((check) => check.title === title)
const checks = titled('exactly one of several creations at the same time gets the readable_id')

test('simultaneous creations of which a plan denied one tell nothing of their race', async () => {
  const { record } = await judgeReference({ checks, changes: [denies(2)] })
  expect(record.evaluations.filter(({ requirement }) => requirement === 'PROD-30')).toEqual([])
  expect(record.untested).toContainEqual(
    expect.objectContaining({ requirement: 'PROD-30', reason: 'blocked', blockedBy: ['PROD-17'] }),
  )
})

test('a creation beside an assignment that a plan denied tells nothing of their race', async () => {
  const { record } = await judgeReference({
    checks: titled('exactly one of an assignment and a creation at the same time gets the part number'),
    changes: [hasRoomForOne],
  })
  expect(record.findings).toEqual([])
  expect(record.untested).toContainEqual(expect.objectContaining({ requirement: 'PN-20', blockedBy: ['PROD-17'] }))
})

test('two that are accepted at the same time are a violation, whatever else was denied', async () => {
  const faults = ['readable-id-judged-before-it-is-claimed']
  const { record } = await judgeReference({ checks, faults, changes: [denies(3)] })
  expect(record.findings.map(({ requirement }) => requirement)).toEqual(['PROD-30'])
})
