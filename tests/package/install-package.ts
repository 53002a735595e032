import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execute } from '../execute.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

/** A directory in which the package was installed, and what is in it. */
export interface Installation {
  readonly directory: string
  readonly package: string
  readonly bin: string
}

/** Packs the checkout and lays it out as npm installs it, with links to the dependencies that the checkout has: no registry is asked. */
export async function installPackage(directory: string): Promise<Installation> {
  const modules = join(directory, 'node_modules')
  const installed = join(modules, 'product-data-conformance')
  mkdirSync(installed, { recursive: true })
  await execute('npm', ['pack', '--ignore-scripts', '--pack-destination', directory], { directory: checkout })
  const archive = readdirSync(directory).find((name) => name.endsWith('.tgz')) ?? ''
  await execute('tar', ['-xzf', archive, '--strip-components=1', '-C', installed], { directory })
  for (const name of dependencies()) link(join(checkout, 'node_modules', name), join(modules, name))
  const bin = join(modules, '.bin', 'product-data-conformance')
  link(join(installed, 'bin', 'product-data-conformance.js'), bin)
  return { directory, package: installed, bin }
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>
}

/** Those that come with the package: what only its development needs is left out. */
function dependencies(): readonly string[] {
  const lock: Lock = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8'))
  return Object.entries(lock.packages)
    .filter(([path, { dev = false }]) => !dev && /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path))
    .map(([path]) => path.slice('node_modules/'.length))
    .filter((name) => existsSync(join(checkout, 'node_modules', name)))
}

/** Makes a link, and the directory that it is in. */
export function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}
