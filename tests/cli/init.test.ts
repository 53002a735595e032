import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadControls } from '../../lib/config/load-controls.ts'
import { knownVariables } from '../../lib/config/unknown-variables.ts'
import { readTargetFile } from '../../lib/config/target-file.ts'
import { targetFileFound } from '../../lib/doctor/target-file-found.ts'
import { startReference } from '../../reference/start-reference.ts'
import { runCli } from './run-cli.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('init-')
const files = ['.env', 'controls.mjs', 'target.jsonc']

function fixture(declare: Readonly<Record<string, unknown>>) {
  return { name: 'x', found: true, finding: '', declare }
}

test('writes starters that can be read as they are, and never over what is there', async () => {
  const directory = join(root, 'empty')
  const first = await runCli(['init', '--directory', directory])
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(directory)).toEqual(files)
  expect(statSync(join(directory, '.env')).mode & 0o077).toBe(0)
  expect(Object.keys(readTargetFile(join(directory, 'target.jsonc')))).toEqual(['$schema'])
  expect((await loadControls(join(directory, 'controls.mjs'))).has('publishVersion')).toBe(false)
  const set = readFileSync(join(directory, '.env'), 'utf8')
  expect(knownVariables.filter((name) => !set.includes(`${name}=`))).toEqual([])
  expect(set).toMatch(/^CONFORMANCE_TARGET=target\.jsonc$/m)
  writeFileSync(join(directory, 'controls.mjs'), 'mine')
  const second = await runCli(['init', '--directory', directory])
  expect(second.stdout.match(/^kept, because it exists: /gm)).toHaveLength(3)
  expect(readFileSync(join(directory, 'controls.mjs'), 'utf8')).toBe('mine')
})

test('a target that is named is looked at, and what it has is declared; no key is written', async () => {
  const reference = await startReference({ seed: 'embedded' })
  try {
    const directory = join(root, 'found')
    const words = ['init', '--directory', directory, '--base-url', reference.baseUrl]
    const { code, stdout, stderr } = await runCli(words, { CONFORMANCE_API_KEY: reference.keys.own })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^CONFORMANCE_API_KEY: taken from the environment, so \.env needs none\. Next: /m)
    const { fixtures, dialect } = readTargetFile(join(directory, 'target.jsonc'))
    expect(fixtures?.publishedProduct).toMatchObject({ versions: [1, 2], values: expect.any(Array) })
    expect(dialect).toMatchObject({ workspaceParameter: 'workspace_id', itemParameter: 'item_id' })
    const all = files.map((name) => readFileSync(join(directory, name), 'utf8')).join('')
    expect(all).toContain(`CONFORMANCE_BASE_URL=${reference.baseUrl}`)
    expect(all).not.toContain(reference.keys.own)
    const looked = await runCli(['doctor', '--base-url', reference.baseUrl, '--reports', directory], {
      CONFORMANCE_API_KEY: reference.keys.own,
    })
    const [, declared = ''] = /declare of it\n([^]*?)\n\n/.exec(looked.stdout) ?? []
    writeFileSync(join(directory, 'declared.json'), declared)
    expect(readTargetFile(join(directory, 'declared.json'))).toMatchObject({ fixtures: { publishedProduct: {} } })
    expect(looked.stdout).toContain('declare fixtures.partNumberRule in the target file')
    const target = ['--target', join(directory, 'target.jsonc')]
    const again = await runCli(['doctor', '--base-url', reference.baseUrl, '--reports', directory, ...target], {
      CONFORMANCE_API_KEY: reference.keys.own,
    })
    expect(again.stdout).toMatch(/declare of it\n {2}nothing more\n/)
    expect(looked.stdout).toMatch(/\n {2}\d+ of about \d+ cases would be evaluated\n/)
  } finally {
    await reference.close()
  }
})

test('what a target file may not declare is not suggested for one', () => {
  const found = targetFileFound({
    fixtures: [
      fixture({ softDeletedPropertyId: 'p' }),
      fixture({ publishedProduct: { productId: 'p', versions: [0] } }),
      fixture({ somethingElse: 1 }),
      fixture({ generatedDocumentFileId: 'x'.repeat(100_000) }),
    ],
    dialect: {
      found: {
        productParameter: { value: 'product_id', source: 'candidate' },
        workspaceParameter: { value: 'workspace', source: 'candidate' },
        'propertyCreate.text': { value: { name: '{name}' }, source: 'default' },
      },
      missing: {},
    },
  })
  expect(found).toEqual({
    fixtures: { softDeletedPropertyId: 'p' },
    dialect: { workspaceParameter: 'workspace', propertyCreate: { text: { name: '{name}' } } },
  })
})
