import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import type { TargetFile } from '../../lib/config/target-file.ts'
import type { RequirementId } from '../../lib/contract/requirement.ts'
import { arrivals } from '../../proof/changes/arrivals.ts'
import type { ArrivalChange } from '../../proof/changes/change.ts'
import { checksOf } from '../../proof/judge/checks-of.ts'
import { judgeTarget } from '../../proof/judge/judge-target.ts'
import { startChangedReference } from '../../proof/start-changed-reference.ts'
import { ServiceError } from '../../reference/service/http/service-error.ts'
import { createControls } from '../../reference/controls.ts'
import { skipIdleTimeInThisFile } from '../clock/skip-idle-time.ts'

skipIdleTimeInThisFile()

const checks = await collectChecks()

/** Every operation, and the requirement that it breaks if it is rejected throughout. */
const operations: ReadonlyArray<readonly [route: string, requirement: RequirementId]> = [
  ['GET /workspaces', 'WS-01'],
  ['GET /workspaces/:workspace_id', 'WS-03'],
  ['GET /products', 'PROD-35'],
  ['GET /products/:product_id', 'PROD-19'],
  ['POST /products', 'PROD-33'],
  ['PATCH /products/:product_id', 'PROD-41'],
  ['DELETE /products/:product_id', 'PROD-52'],
  ['GET /items', 'ITEM-01'],
  ['GET /items/:item_id', 'ITEM-05'],
  ['POST /items', 'ITEM-03'],
  ['PATCH /items/:item_id', 'ITEM-06'],
  ['DELETE /items/:item_id', 'ITEM-07'],
  ['POST /items/bulk', 'BULK-01'],
  ['GET /properties', 'PROP-19'],
  ['GET /properties/:property_id', 'PROP-27'],
  ['POST /properties', 'PROP-29'],
  ['PATCH /properties/:property_id', 'PROP-32'],
  ['DELETE /properties/:property_id', 'PROP-34'],
  ['POST /properties/bulk', 'BULK-02'],
  ['GET /files', 'FILE-10'],
  ['POST /files/:id', 'UP-01'],
  ['GET /files/:id', 'FILE-09'],
  ['PATCH /files/:id', 'FILE-15'],
  ['GET /files/:id/download', 'DL-05'],
  ['GET /organization/users', 'USER-01'],
]

const codes = { 404: 'not_found', 422: 'validation_error', 500: 'internal_error' } as const
type Status = 404 | 422 | 500

/** Bodies that the contract does not show: whoever declares one says that the target accepts it. */
const targetFile: TargetFile = {
  dialect: {
    itemCreate: { product_id: '{productId}', name: '{name}' },
    propertyCreate: { text: { item_id: '{itemId}', type: 'text', name: '{name}', value: 'a text' } },
    itemBulk: { items: [{ product_id: '{productId}', name: '{name}' }] },
    propertyBulk: { properties: [{ item_id: '{itemId}', type: 'text', name: '{name}', value: 'a text' }] },
  },
}

interface Rejected {
  readonly route: string
  readonly status: Status
  /** Only requests with this parameter. */
  readonly parameter?: string
}

function rejecting({ route, status, parameter = '' }: Rejected): ArrivalChange {
  return arrivals(({ route: asked, request }) => {
    if (asked !== route || !request.url.includes(parameter)) return
    const errors = [{ loc: ['query', 'limit'], msg: 'not now', type: 'value_error' }]
    const details = status === 422 ? { details: { errors } } : {}
    throw new ServiceError({ status, code: codes[status], message: 'not now', ...details })
  })
}

/** The requirements that a run of the checks of one finds violated on a reference that rejects every request of a kind. */
async function violated(rejected: Rejected, requirement: RequirementId): Promise<readonly string[]> {
  const reference = await startChangedReference({ seed: 'embedded', changes: [rejecting(rejected)] })
  const { baseUrl, keys, controlUrl } = reference
  try {
    const { findings } = await judgeTarget({
      baseUrl,
      keys,
      controls: createControls(controlUrl),
      targetFile,
      checks: checksOf([requirement], checks),
      writesScripts: false,
    })
    return findings.map((finding) => finding.requirement)
  } finally {
    await reference.close()
  }
}

const rows = operations.flatMap(([route, requirement]) =>
  ([404, 422, 500] as const).map((status) => ({
    route,
    status,
    requirement,
    named: status === 500 ? ('ERR-15' as const) : requirement,
  })),
)

test.each(rows)('$route always answers $status: $named is violated', async ({ route, status, requirement, named }) => {
  expect(await violated({ route, status }, requirement)).toContain(named)
})

const filtered = [
  { route: 'GET /products', parameter: 'workspace_id', requirement: 'PROD-35' },
  { route: 'GET /items', parameter: 'product_id', requirement: 'ITEM-01' },
  { route: 'GET /properties', parameter: 'item_id', requirement: 'PROP-19' },
] as const

const filteredRows = filtered.flatMap((row) => ([404, 422] as const).map((status) => ({ ...row, status })))

test.each(filteredRows)(
  '$route with $parameter always answers $status: $requirement is violated',
  async ({ requirement, ...rejected }) => {
    expect(await violated(rejected, requirement)).toContain(requirement)
  },
)
