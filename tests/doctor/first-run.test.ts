import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keyEnvironment } from '../../lib/client/key-variables.ts'
import { lookAt } from '../../lib/cli/doctor.ts'
import { resolveConfiguration } from '../../lib/config/resolve-configuration.ts'
import { requirements } from '../../lib/contract/requirement.ts'
import { judgeServer } from '../../proof/judge/judge-server.ts'
import { serverKeys } from '../../proof/servers/independent-server.ts'
import { startServer } from '../../proof/servers/start-server.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('first-run-')

test.each([
  { name: 'express', missed: 0, mistaken: 3 },
  { name: 'pydantic', missed: 0, mistaken: 3 },
  // Its errors name no field: nothing within a product can be created, and all but the products is left.
  { name: 'go', missed: 0, mistaken: 12 },
])('the doctor foresees what a first run of $name with a key leaves untested', async ({ name, missed, mistaken }) => {
  const server = await startServer(name)
  const resolved = resolveConfiguration({
    flags: { baseUrl: server.baseUrl, allowWrites: true, allowTraces: true, reports: join(root, name) },
    environment: keyEnvironment({ own: serverKeys.own }),
    directory: root,
  })
  const { untested } = await lookAt(resolved)
  const { record } = await judgeServer(async () => ({ baseUrl: server.baseUrl, close: server.close }))
  const evaluated = new Set(record.evaluations.map(({ requirement }) => requirement))
  const left = [...requirements.keys()].filter((id) => !evaluated.has(id))
  const foreseen = untested.flatMap(({ ids }) => ids)
  const sure = untested.filter(({ isSure }) => isSure !== false).flatMap(({ ids }) => ids)
  expect(new Set(foreseen).size).toBe(foreseen.length)
  expect(sure.filter((id) => !left.includes(id))).toEqual([])
  expect(left.filter((id) => !foreseen.includes(id)).length).toBeLessThanOrEqual(missed)
  expect(foreseen.filter((id) => !left.includes(id)).length).toBeLessThanOrEqual(mistaken)
})
