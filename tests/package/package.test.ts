import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { starterControls } from '../../lib/service/fixtures/starter-files.ts'
import { requirements } from '../../lib/contract/requirement.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { execute, type Ended } from '../execute.ts'
import { installPackage, link, type Installation } from './install-package.ts'
import { nodePackage } from './node-package.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const root = temporaryDirectory('package-')
let installation: Installation
beforeAll(async () => {
  installation = await installPackage(root)
})

/** Calls the command in a directory of its own beneath the installation, on this Node or on one that says it is another. */
async function call(name: string, words: readonly string[], version?: string): Promise<Ended> {
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
      'ARCHITECTURE.md',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'VERSIONING.md',
      'package.json',
      'api',
      'bin',
      'docs',
      'lib',
      'proof',
      'reference',
      'requirements',
      'schemas',
      'suites',
      'templates',
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

test('a Node that is too old is told what is needed, which no install script has to bring', async () => {
  const { code, stdout, stderr } = await call('old', ['list', 'requirements'], '20.20.2')
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toBe(
    'product-data-conformance needs Node 24 or newer, and this is 20.20.2: ' +
      `update Node, or npm install --save-dev ${nodePackage}@24\n`,
  )
})

/** Lays out a package that holds Node, of a version, with its binary or without it. */
function installNode(name: string, { version = process.versions.node, binary = true } = {}): void {
  const node = join(root, 'node_modules', name)
  rmSync(node, { recursive: true, force: true, maxRetries: 5 })
  mkdirSync(node, { recursive: true })
  if (binary) link(process.execPath, join(node, 'bin', 'node'))
  writeFileSync(join(node, 'package.json'), JSON.stringify({ name, version }))
}

test.for([
  ['the package of the platform', nodePackage],
  ['the package node', 'node'],
] as const)('a Node that is too old hands over to %s that is installed beside', async ([, name]) => {
  installNode(name)
  try {
    const listed = await call('handed', ['list', 'requirements'], '20.20.2')
    expect(listed).toMatchObject({ code: 0, stderr: '' })
    expect(listed.stdout).toContain(`${requirements.size} requirements`)
    expect(await call('handed', ['list', 'nothing'], '20.20.2')).toMatchObject({ code: 2, stdout: '' })
  } finally {
    rmSync(join(root, 'node_modules', name), { recursive: true })
  }
})

test('what was installed without its binary, or is too old itself, is not handed over to', async () => {
  installNode('node', { binary: false })
  installNode(nodePackage, { version: '22.0.0' })
  const { code, stderr } = await call('handed', ['list', 'requirements'], '20.20.2')
  expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 2, lines: 1 })
})

test('what a package page shows is there, and nothing is exported that is not', () => {
  const { repository, bugs, homepage, keywords, exports } = packageFile
  expect(repository.url).toMatch(/^git\+https:/)
  expect([bugs.url, homepage]).toEqual([expect.stringMatching(/^https:/), expect.stringMatching(/^https:/)])
  expect(keywords.length).toBeGreaterThan(4)
  const files = [...Object.values(exports['.']), exports['./package.json']]
  expect(files.filter((file) => !existsSync(join(installation.package, file)))).toEqual([])
})

test('what README and documents link to is in the package', () => {
  const documents = [
    'README.md',
    ...readdirSync(join(installation.package, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ]
  const dead = documents.flatMap((document) => {
    const text = readFileSync(join(installation.package, document), 'utf8')
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => target)
    return links
      .filter((target) => !existsSync(join(installation.package, dirname(document), target)))
      .map((target) => `${document}: ${target}`)
  })
  expect(dead).toEqual([])
})

const controls = `import { defineControls } from 'product-data-conformance'
export default defineControls({
  async publishVersion(productId) {
    return { version: productId.length }
  },
  setRateLimit: async (limit) => console.log(limit?.windowSeconds),
})
`
const strict = {
  compilerOptions: {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    allowJs: true,
    checkJs: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    noUnusedLocals: true,
    types: [],
    lib: ['es2024', 'dom'],
  },
}

test('controls and a target file are type-checked in a strict project of others', async () => {
  const directory = workplace('typed')
  const write = (name: string, text: string): void => writeFileSync(join(directory, name), text)
  const check = async () => execute(join(checkout, 'node_modules', '.bin', 'tsc'), ['-p', '.'], { directory })
  write('package.json', '{ "type": "module" }')
  write('tsconfig.json', JSON.stringify(strict))
  write('controls.ts', controls)
  write('controls-in-javascript.js', controls)
  write(
    'target.ts',
    `import type { TargetFile } from 'product-data-conformance'
     export const target: TargetFile = { $schema: 'x', fixtures: { properties: { numeric: 'id' } }, aiUsage: true }`,
  )
  write('starter.mjs', starterControls().replace('// async publishVersion', 'async publishVersion'))
  expect(await check()).toMatchObject({ code: 0, stdout: '' })
  write(
    'wrong-starter.mjs',
    starterControls().replace(
      '// async publishVersion(productId) { return { version: 1 } }',
      "async publishVersion() { return { version: '1' } }",
    ),
  )
  write('wrong.ts', controls.replace('version: productId.length', "version: 'two'"))
  write(
    'misspelt.ts',
    `import type { TargetFile } from 'product-data-conformance'\nexport const t: TargetFile = { nmae: '' }`,
  )
  const { code, stdout } = await check()
  expect(code).not.toBe(0)
  expect(stdout).toMatch(/wrong\.ts.*\n[^]*Type 'string' is not assignable to type 'number'/)
  expect(stdout).toMatch(/wrong-starter\.mjs/)
  expect(stdout).toMatch(/misspelt\.ts.*nmae/)
})

test('the helper for controls can be imported, and what it defines is loaded', async () => {
  writeFileSync(join(workplace('controlled'), 'controls.ts'), controls)
  const words = ['run', '--only', 'WS-01', '--controls', 'controls.ts', '--reports', 'here']
  const { code, stderr } = await call('controlled', words)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})
