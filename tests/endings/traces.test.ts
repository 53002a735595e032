import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../cli/run-cli.ts'
import { temporaryDirectory } from '../temporary-directory.ts'
import { openTarget, runWords, targetKeys } from './open-target.ts'

const root = temporaryDirectory('traces-')

test('the files that outlive their items are planned by the doctor, counted at the end, and the first ten named', async () => {
  await using target = await openTarget()
  const rows = await target.rows()
  const before = new Set(await target.files())
  const doctor = await runCli(['doctor', '--base-url', target.url, '--allow-writes', '--allow-traces'], targetKeys)
  expect(doctor.stdout).toMatch(/trace +files, which the target may keep +\d/)
  const words = runWords(target.url, join(root, 'reports'))
  const { stderr, stdout } = await runCli([...words, '--only', 'FILE || UP-01'], targetKeys)
  expect(await target.rows()).toEqual(rows)
  const left = (await target.files()).filter((line) => !before.has(line))
  const [, count, names = ''] = /^(\d+) files without their item or product stay: (.+)\n$/.exec(stderr) ?? []
  expect(Number(count)).toBe(left.length)
  const named = names.match(/[0-9a-f-]{36}/g) ?? []
  expect(named).toHaveLength(Math.min(10, left.length))
  for (const id of named) expect(left.join('\n')).toContain(id)
  expect(stdout).not.toContain('nothing is left')
})
