import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../../lib/config/run-command.ts'

test.each([
  ['/home/me/suite', '/home/me/suite', 'npm run conformance --'],
  ['/home/me/mine', '/home/me/mine/node_modules/product-data-conformance', 'npx product-data-conformance run'],
  ['/builds/mine', '/builds/_actions/suite/v0', 'node ../_actions/suite/v0/bin/product-data-conformance.js run'],
  ['/builds', "/builds/it's", "node 'it'\\''s/bin/product-data-conformance.js' run"],
] as const)('in %s, the suite in %s is started by %s', (directory, checkout, words) => {
  expect(runCommand(directory, checkout)).toBe(words)
})

test('the words start this suite from another directory', () => {
  const directory = resolve('tests/config')
  const help = execFileSync('sh', ['-c', `${runCommand(directory)} --help`], { cwd: directory, encoding: 'utf8' })
  expect(help).toContain('CONFORMANCE_WEB_APPLICATION')
})
