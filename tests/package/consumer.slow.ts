import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage } from '../report/html/open-browser.ts'
import { execute, wayToRegistry, type Ended } from '../execute.ts'
import { nodePackage } from './node-package.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const root = temporaryDirectory('consumer-')
let archive = ''
let olderNode = ''
beforeAll(async () => {
  await execute('npm', ['pack', '--ignore-scripts', '--pack-destination', root], { directory: checkout })
  archive = join(root, readdirSync(root).find((name) => name.endsWith('.tgz')) ?? '')
  const older = join(root, 'older')
  mkdirSync(older)
  writeFileSync(join(older, 'package.json'), '{}')
  await npm(older, ['install', '--ignore-scripts', `${nodePackage}@20`], process.execPath)
  olderNode = join(older, 'node_modules', nodePackage, 'bin', 'node')
})

/** Runs npm or what it has installed on a Node of its own; the cache is shared. */
async function npm(directory: string, words: readonly string[], node: string, program = 'npm'): Promise<Ended> {
  const PATH = `${dirname(node)}:${process.env['PATH'] ?? ''}`
  return execute(program, words, {
    directory,
    environment: { ...wayToRegistry, PATH, HOME: root, npm_config_update_notifier: 'false' },
  })
}

const controls = `import { defineControls } from 'product-data-conformance'
export default defineControls({ publishVersion: async (productId) => ({ version: productId.length }) })
`
const strict = {
  compilerOptions: { module: 'nodenext', target: 'es2024', strict: true, noEmit: true, skipLibCheck: false, types: [] },
}

test('a project on Node 20 with nothing beside is told what to do', async () => {
  const directory = join(root, 'nothing-beside')
  mkdirSync(directory)
  writeFileSync(join(directory, 'package.json'), '{}')
  await npm(directory, ['install', '--ignore-scripts', archive], olderNode)
  const refused = await npm(directory, ['product-data-conformance', 'list', 'requirements'], olderNode, 'npx')
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toMatch(/^product-data-conformance needs Node 24 or newer, and this is 20\.[^\n]*\n$/)
})

test.each([
  { on: 'Node 20', scripts: 'on', beside: 'node@24' },
  { on: 'Node 20', scripts: 'off', beside: `${nodePackage}@24` },
  { on: 'Node 24', scripts: 'on', beside: undefined },
  { on: 'Node 24', scripts: 'off', beside: undefined },
])(
  'a project on $on with install scripts $scripts runs the suite, checks its controls and opens its reports',
  async (place) => {
    const directory = join(root, `${place.on}-${place.scripts}`.replaceAll(' ', '-'))
    const node = place.on === 'Node 20' ? olderNode : process.execPath
    const scripts = place.scripts === 'off' ? ['--ignore-scripts'] : []
    mkdirSync(directory)
    writeFileSync(join(directory, 'package.json'), '{ "type": "module" }')
    await npm(directory, ['install', '--no-audit', '--no-fund', ...scripts, archive], node)
    const suite = async (...words: readonly string[]): Promise<Ended> =>
      npm(directory, ['product-data-conformance', ...words], node, 'npx')
    if (place.beside !== undefined) {
      await npm(directory, ['install', '--no-audit', '--no-fund', ...scripts, place.beside], node)
    }
    writeFileSync(join(directory, 'controls.ts'), controls)
    writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(strict))
    const ran = await suite('run', '--only', 'WS-01', '--controls', 'controls.ts', '--reports', 'reports')
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    const checked = await execute(join(checkout, 'node_modules', '.bin', 'tsc'), ['-p', '.'], { directory })
    expect(checked).toMatchObject({ code: 0, stdout: '' })
    expect(existsSync(join(directory, 'reports', 'junit.xml'))).toBe(true)
    const browser = await openBrowser()
    try {
      const page = await openPage(browser)
      await page.goto(`file://${join(directory, 'reports', 'index.html')}`)
      expect(await page.textContent('h1')).toMatch(/incomplete/)
    } finally {
      await browser.close()
    }
  },
)
