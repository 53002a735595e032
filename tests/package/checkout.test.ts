import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

interface Locked {
  readonly hasInstallScript?: boolean
  readonly bin?: Readonly<Record<string, string>>
  readonly os?: string
  readonly dev?: boolean
  readonly optional?: boolean
}
const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
)
const nodes = Object.entries(lock.packages).filter(([path, { bin }]) => path !== '' && bin?.['node'] !== undefined)

test('the Node that the scripts run on comes without an install script, for each platform, and not to those who install the package', () => {
  expect(new Set(nodes.map(([, { os }]) => os))).toEqual(new Set(['darwin', 'linux', 'win32']))
  expect(nodes.filter(([, { dev, optional }]) => dev !== true || optional !== true)).toEqual([])
  const scripted = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript === true)
  expect(scripted.map(([path]) => path)).toEqual([])
})

test('engines says what runs the suite, and npm does not warn of it where another runs npm', () => {
  expect(manifest.engines.node).toBe('>=24')
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^loglevel=error$/m)
})
