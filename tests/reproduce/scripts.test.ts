import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { expect, onTestFinished, test } from 'vitest'
import type { Finding } from '../../lib/checks/finding.ts'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { createControls } from '../../reference/controls.ts'
import { faults as catalogue, type FaultId } from '../../reference/faults/catalogue.ts'
import { startReference, type Reference } from '../../reference/start-reference.ts'
import { checksOf } from '../proof/checks-of.ts'
import { judgeTarget } from '../proof/judge-target.ts'
import { runScript, type ScriptEnd } from './run-script.ts'

const faults: readonly FaultId[] = [
  'changes-take-the-key-from-a-cookie',
  'deletion-of-unknown-item-succeeds',
  'empty-file-is-accepted',
  'excluded-statuses-as-objects',
  'limit-199-refused',
  'missing-key-has-another-code',
  'nul-in-search-breaks-the-service',
  'put-is-served-too',
  'retired-number-assigned-to-another',
  'source-in-another-item-counts-as-zero',
  'title-update-renames-the-file',
]

test('the scripts of a run with many faults say BREACH of the faulty service, and PASS once it is sound', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'reproduce-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const data = join(directory, 'store.db')
  const faulty = await startReference({ data, faults })
  const { keys } = faulty
  const checks = checksOf(
    faults.flatMap((id) => catalogue[id].breaks),
    await collectChecks(),
  )
  const { findings } = await judgeTarget({
    baseUrl: faulty.baseUrl,
    keys: {
      own: keys.key,
      sameOrganization: keys.sameOrganizationKey,
      otherOrganization: keys.otherOrganizationKey,
      revoked: keys.revokedKey,
    },
    controls: createControls(faulty.controlUrl),
    checks,
  })
  for (const key of [keys.key, keys.otherOrganizationKey]) await removeProducts(faulty.baseUrl, key)
  const before = await runAll(findings, { directory, service: faulty, keys })
  await faulty.close()
  // The same service with the same data, fixed.
  const sound = await startReference({ data })
  const after = await runAll(findings, { directory, service: sound, keys })
  await sound.close()
  const ends = findings.map((finding, index) => ({
    script: `${finding.requirement}-${finding.signature}: ${finding.check}`,
    faulty: wordOf(before[index]),
    sound: wordOf(after[index]),
  }))
  const reproduced = ends.filter(({ faulty: one, sound: other }) => one === 'BREACH' && other === 'PASS')
  process.stdout.write(`${reproduced.length} of ${ends.length} scripts reproduce their finding\n`)
  expect(ends.filter((end) => !reproduced.includes(end))).toEqual([])
  expect(new Set(findings.map(({ requirement }) => requirement)).size).toBeGreaterThanOrEqual(8)
  expect([...before, ...after].flatMap(({ output }) => output.match(/svc_api_\w+/g) ?? [])).toEqual([])
})

/** What the run of a command would remove at its end. */
async function removeProducts(baseUrl: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  const list = await fetch(`${baseUrl}/v1/public/products?limit=200&name=conformance`, { headers })
  const ids = (await list.text()).match(/(?<=\{"id":")[^"]+(?=","[^{]*"name":"conformance )/g) ?? []
  for (const id of ids) await fetch(`${baseUrl}/v1/public/products/${id}`, { method: 'DELETE', headers })
  if (ids.length > 0) await removeProducts(baseUrl, key)
}

interface Circumstances {
  readonly directory: string
  readonly service: Reference
  readonly keys: Reference['keys']
}

function runAll(findings: readonly Finding[], { directory, service, keys }: Circumstances): Promise<ScriptEnd[]> {
  // Two uploads of one size, as two scripts of the same check may have them, would be duplicates.
  const limit = pLimit(1)
  const environment = {
    CONFORMANCE_API_KEY: keys.key,
    CONFORMANCE_SAME_ORG_API_KEY: keys.sameOrganizationKey,
    CONFORMANCE_OTHER_ORG_API_KEY: keys.otherOrganizationKey,
    CONFORMANCE_REVOKED_API_KEY: keys.revokedKey,
    CONFORMANCE_WEB_APPLICATION: join(import.meta.dirname, 'web-application.sh'),
    CONTROL_URL: service.controlUrl,
  }
  return Promise.all(
    findings.map(({ requirement, signature, script = '' }) =>
      limit(async () => {
        const path = join(directory, `${requirement}-${signature}.sh`)
        await writeFile(path, script)
        return runScript(path, service.baseUrl, environment)
      }),
    ),
  )
}

function wordOf(end: ScriptEnd | undefined): string {
  const [word = 'nothing'] = /^(?:BREACH|PASS|UNCLEAR)\b.*$/m.exec(end?.output ?? '') ?? []
  return word.startsWith('UNCLEAR') ? word : (word.split(' ')[0] ?? '')
}
