import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import type { RequirementId } from '../../lib/contract/requirement.ts'
import { arrivals } from '../../proof/changes/arrivals.ts'
import { checksOf } from '../../proof/judge/checks-of.ts'
import { judgeReference } from '../../proof/judge/judge-reference.ts'
import { ServiceError } from '../../reference/service/http/service-error.ts'

const checks = await collectChecks()

/** A list that requires a filter of an unusual name, and does not say so. */
const requiresUnknown = (list: string) =>
  arrivals(({ route, request }) => {
    if (route !== list || request.url.includes('component_ref=')) return
    const errors = [{ loc: ['query'], msg: 'invalid', type: 'value_error' }]
    throw new ServiceError({ status: 422, code: 'validation_error', message: 'invalid query', details: { errors } })
  })

const lists: ReadonlyArray<readonly [route: string, requirement: RequirementId]> = [
  ['GET /products', 'PROD-35'],
  ['GET /items', 'ITEM-01'],
  ['GET /properties', 'PROP-19'],
  ['GET /files', 'FILE-10'],
]

test.each(lists)('%s may require a filter that it does not name: %s is not judged', async (route, requirement) => {
  const { record } = await judgeReference({
    checks: checksOf([requirement], checks),
    changes: [requiresUnknown(route)],
  })
  expect(record.findings).toEqual([])
})
