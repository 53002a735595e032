import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { redact } from '../../lib/client/redactor.ts'
import { ConfigurationError, ControlError } from '../../lib/config/errors.ts'
import { wrapControls } from '../../lib/config/controls.ts'
import { loadControls } from '../../lib/config/load-controls.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const directory = temporaryDirectory('controls-')

function moduleOf(name: string, text: string): string {
  const path = join(directory, `${name}.mjs`)
  writeFileSync(path, text)
  return path
}

test('a run without a module has no control, and says so to who calls one', async () => {
  const controls = await loadControls(undefined)
  expect(controls.has('publishVersion')).toBe(false)
  await expect(controls.publishVersion('p')).rejects.toThrow('supply the control publishVersion')
})

test('the exports of a module are called with what they are given', async () => {
  const path = moduleOf('good', `export const publishVersion = async (id) => ({ version: id.length, more: true })`)
  const controls = await loadControls(path)
  expect(controls.has('publishVersion')).toBe(true)
  expect(await controls.publishVersion('abc')).toEqual({ version: 3 })
})

test('an export that is no control is passed over with a warning that names the nearest', async () => {
  const controls = await loadControls(moduleOf('misspelt', `export const publishVersions = () => undefined`))
  expect(controls.warnings).toEqual([expect.stringContaining('did you mean publishVersion?')])
  expect(controls.has('publishVersion')).toBe(false)
})

test('a control that is no function is an error of configuration', async () => {
  const path = moduleOf('value', `export const setAiUsage = true`)
  await expect(loadControls(path)).rejects.toThrow(ConfigurationError)
})

test('a module that cannot be loaded is an error of configuration', async () => {
  await expect(loadControls(moduleOf('broken', `throw new Error('no such service')`))).rejects.toThrow(
    'no such service',
  )
  await expect(loadControls(join(directory, 'nowhere.mjs'))).rejects.toThrow(ConfigurationError)
})

test.for([
  [
    'throws',
    `\n\nthrow new Error('no such\\nservice')`,
    ', line 3, cannot be loaded (Error: no such service); check --controls',
  ],
  ['throws-text', `throw 'no service'`, ' cannot be loaded (no service); check --controls'],
  ['number', `\nexport const setAiUsage = 7`, ', line 2, exports setAiUsage, which is not a function'],
  ['default-text', `export default 'controls'`, ', line 1, exports default, which is not an object of controls'],
  ['default-number', `export default { setRateLimit: 3 }`, ', line 1, exports setRateLimit, which is not a function'],
] as const)('a module that %s is told in one line, with file and place', async ([name, text, said]) => {
  const path = moduleOf(name, text)
  await expect(loadControls(path)).rejects.toThrow(`the controls module ${path}${said}`)
  await expect(loadControls(path)).rejects.toThrow(/^.*$/)
})

test('the default export holds controls as well as the exports by name', async () => {
  const text = `export default { publishVersion: async () => ({ version: 3 }) }\nexport const getAiUsage = async () => true`
  const controls = await loadControls(moduleOf('by-default', text))
  expect(controls.warnings).toEqual([])
  expect(await controls.publishVersion('p')).toEqual({ version: 3 })
  expect(await controls.getAiUsage()).toBe(true)
})

test('a module without any control is told so', async () => {
  const controls = await loadControls(moduleOf('nothing', `export {}`))
  expect(controls.warnings).toEqual([expect.stringContaining('nothing.mjs exports no control')])
})

test('where a control of a module fails is told, without where the module lies', async () => {
  const controls = await loadControls(
    moduleOf('fails', `export const setAiUsage = async () => {\n  throw new Error('no')\n}`),
  )
  await expect(controls.setAiUsage(true)).rejects.toThrow(/^the control setAiUsage failed: Error: no \(fails\.mjs:2\)$/)
})

test('a control that throws or rejects fails as ControlError, without keys', async () => {
  const key = 'svc_api_0123456789abcdefghijklmnopqrstuvwxyz'
  const controls = wrapControls({
    revokeApiKey: () => {
      throw new TypeError(`no key ${key}`)
    },
  })
  const failure = controls.revokeApiKey('1')
  await expect(failure).rejects.toThrow(ControlError)
  await expect(failure).rejects.toThrow('the control revokeApiKey failed: TypeError: no key ***')
})

test('a control that never answers is given up', async () => {
  const never = new Promise<void>(() => undefined)
  const controls = wrapControls({ setAiUsage: () => never }, { timeoutMs: 20 })
  await expect(controls.setAiUsage(true)).rejects.toThrow('no answer within 0.02 s')
})

test('an answer without what was agreed is a failure of the control', async () => {
  // The functions of others: their types are what we hope for.
  const controls = await loadControls(
    moduleOf(
      'empty',
      `export const publishVersion = async () => ({ version: '1' })
       export const createGeneratedDocument = async () => undefined
       export const createApiKey = async () => ({ id: '1' })`,
    ),
  )
  await expect(controls.publishVersion('p')).rejects.toThrow('did not return an integer version')
  await expect(controls.createGeneratedDocument('i')).rejects.toThrow('did not return fileId')
  await expect(controls.createApiKey({ organization: 'own' })).rejects.toThrow('did not return key')
})

test('a key that a control makes is known to the redactor from then on', async () => {
  const key = 'another-shape-of-key-4711'
  const controls = wrapControls({ createApiKey: async () => ({ id: '1', key }) })
  expect(await controls.createApiKey({ organization: 'own' })).toEqual({ id: '1', key })
  expect(redact(`a record with ${key}`)).toBe('a record with ***')
})
