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

const title = 'exactly one of several creations at the same time gets the readable_id'
const checks = (await collectChecks()).filter((check) => check.title === title)

test('simultaneous creations of which a plan denied one tell nothing of their race', async () => {
  const { record } = await judgeReference({ checks, changes: [denies(2)] })
  expect(record.evaluations.filter(({ requirement }) => requirement === 'PROD-30')).toEqual([])
  expect(record.untested).toContainEqual(
    expect.objectContaining({ requirement: 'PROD-30', reason: 'blocked', blockedBy: ['PROD-17'] }),
  )
})

test('two that are accepted at the same time are a violation, whatever else was denied', async () => {
  const faults = ['readable-id-judged-before-it-is-claimed']
  const { record } = await judgeReference({ checks, faults, changes: [denies(3)] })
  expect(record.findings.map(({ requirement }) => requirement)).toEqual(['PROD-30'])
})
