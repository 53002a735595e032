import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

interface Lock {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>
}

/**
 * A lock file written where the registry had no build of a package for some platform installs
 * nowhere: `npm ci` finds it out of step with the manifest.
 */
test('the lock file names the build for every platform of every package', async () => {
  const { packages }: Lock = JSON.parse(await readFile('package-lock.json', 'utf8'))
  const optional = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ path, name })),
  )
  const missing = optional.filter(
    ({ path, name }) =>
      packages[`node_modules/${name}`] === undefined && packages[`${path}/node_modules/${name}`] === undefined,
  )
  expect(optional.length).toBeGreaterThan(0)
  expect(missing).toEqual([])
})
