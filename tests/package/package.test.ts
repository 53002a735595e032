import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requirements } from '../../lib/contract/requirement.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { execute, type Executed } from './execute.ts'
import { installPackage, link, type Installation } from './install-package.ts'

const root = mkdtempSync(join(tmpdir(), 'package-'))
let installation: Installation
beforeAll(async () => {
  installation = await installPackage(root)
})
afterAll(() => rmSync(root, { recursive: true }))

/** Calls the command in a directory of its own beneath the installation, on this Node or on one that says it is another. */
async function call(name: string, words: readonly string[], version?: string): Promise<Executed> {
  const directory = workplace(name)
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const options = version === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`]
  return execute(process.execPath, [...options, installation.bin, ...words], { directory })
}

function workplace(name: string): string {
  const directory = join(root, name)
  mkdirSync(directory, { recursive: true })
  return directory
}

test('the package holds what a run needs and nothing of our tests', () => {
  const entries = readdirSync(installation.package, { recursive: true, encoding: 'utf8' })
  expect(readdirSync(installation.package).toSorted()).toEqual(
    [
      '.env.example',
      'LICENSE',
      'README.md',
      'package.json',
      'bin',
      'lib',
      'reference',
      'requirements',
      'schemas',
      'suites',
    ].toSorted(),
  )
  expect(entries.filter((path) => /\.test\.ts$|^schemas\/cases/.test(path))).toEqual([])
})

test('an installed package lists the requirements', async () => {
  const { code, stdout, stderr } = await call('lists', ['list', 'requirements', '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const listed: readonly unknown[] = JSON.parse(stdout)
  expect(listed).toHaveLength(requirements.size)
})

test('an installed package runs, and has its settings from and its reports in the directory of the call', async () => {
  writeFileSync(join(workplace('runs'), '.env'), 'CONFORMANCE_SEED=7\n')
  const { code, stderr } = await call('runs', ['run', '--only', 'PN-06', '--reports', 'here'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(readdirSync(workplace('runs')).filter((name) => !name.startsWith('.'))).toEqual(['here'])
  const report: unknown = JSON.parse(readFileSync(join(root, 'runs', 'here', 'conformance.json'), 'utf8'))
  expect(report).toMatchObject({
    suite: { version: packageFile.version },
    target: { seed: 7 },
    requirements: expect.arrayContaining([expect.objectContaining({ id: 'PN-06', verdict: 'conforms' })]),
    replay: expect.stringMatching(/^npx product-data-conformance run --only PN-06 --seed 7/),
  })
  expect(readdirSync(installation.package)).not.toContain('reports')
})

test('a Node that is too old is told what is needed', async () => {
  const { code, stdout, stderr } = await call('old', ['list', 'requirements'], '20.20.2')
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^product-data-conformance needs Node 24 or newer, and this is 20\.20\.2: .+\n$/)
})

test('a Node that is too old hands over to the one that is installed beside the package', async () => {
  const node = join(root, 'node_modules', 'node')
  link(process.execPath, join(node, 'bin', 'node'))
  writeFileSync(join(node, 'package.json'), JSON.stringify({ name: 'node', version: process.versions.node }))
  const listed = await call('handed', ['list', 'requirements'], '20.20.2')
  expect(listed).toMatchObject({ code: 0, stderr: '' })
  expect(listed.stdout).toContain(`${requirements.size} requirements`)
  expect(await call('handed', ['list', 'nothing'], '20.20.2')).toMatchObject({ code: 2, stdout: '' })
})
