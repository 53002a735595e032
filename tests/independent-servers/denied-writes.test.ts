import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { requirements } from '../../lib/contract/requirement.ts'
import { openRelay, unspoiled, type Relayed, type Spoil } from '../hostile/relay.ts'
import { serverKeys } from '../../proof/servers/independent-server.ts'
import { judgeServer } from '../../proof/judge/judge-server.ts'
import { startServer } from '../../proof/servers/start-server.ts'

const checks = (await collectChecks()).filter(({ needs }) => needs.includes('write'))
const titles: ReadonlySet<string> = new Set(checks.map(({ title }) => title))

/** What the refusal of a write whose body is empty, unknown or not let in tells by itself, without one that is accepted beside it. */
const ofRefusalsAlone = /^(?:AUTH|HDR-02|ERR-(?:03|0[7-9]|1[0-2]|1[578]))/

interface Denial {
  readonly what: string
  readonly denied: RegExp
  /** The requirements that need what is denied. */
  readonly needing: RegExp
}

const denials: readonly Denial[] = [
  { what: 'every creation', denied: /^POST /, needing: /./ },
  {
    what: 'the creation of items',
    denied: /^POST .*\/items(?:\/bulk)?$/,
    needing: /^(?:ITEM|PROP|FILE|UP|DL|BULK|VER)-/,
  },
  { what: 'the creation of properties', denied: /^POST .*\/properties(?:\/bulk)?$/, needing: /^(?:PROP|BULK-02)/ },
  { what: 'every upload', denied: /^POST .*\/files\//, needing: /^(?:UP|FILE|DL)-/ },
  {
    what: 'every update',
    denied: /^PATCH /,
    needing: /^(?:PROD-(?:4[13-9]|51)|PN-(?:0[2-6]|1[124]|19|2[0-3])|ITEM-(?:06|13)|PROP-32|FILE-1[4-9])$/,
  },
]

/** A refusal as the service behind writes its own. */
const refused: Spoil = ({ headers, ...answer }, response) => {
  const body = JSON.stringify({ error: 'validation_error', message: 'not now', details: { errors: [] } })
  const { 'content-length': _, ...kept } = headers
  unspoiled({ ...answer, headers: kept, status: 422, body: Buffer.from(body) }, response)
}

function isDenied(denied: RegExp, { method, url, headers }: Relayed['asked']): boolean {
  return denied.test(`${method} ${url?.split('?')[0]}`) && headers.authorization === `Bearer ${serverKeys.own}`
}

test.concurrent.each(denials)('$what is denied: what needs it does not conform', async ({ denied, needing }) => {
  const behind = await startServer('express')
  await using relay = await openRelay(
    behind.baseUrl,
    (answer, response) => (isDenied(denied, answer.asked) ? refused : unspoiled)(answer, response),
    { isForwarded: (asked) => !isDenied(denied, asked) },
  )
  const { record, violated } = await judgeServer(async () => ({ baseUrl: relay.url, close: () => behind.close() }), {
    secondKey: true,
    checks: checks.filter(({ verifies }) => verifies.some((id) => needing.test(id))),
  })
  const conforming = record.evaluations
    .filter(
      ({ requirement, check }) => titles.has(check) && needing.test(requirement) && !violated.includes(requirement),
    )
    .filter(({ requirement }) => requirements.get(requirement)?.kind !== 'open' && !ofRefusalsAlone.test(requirement))
  expect(conforming.map(({ requirement, check }) => `${requirement}: ${check}`)).toEqual([])
})
