#!/usr/bin/env node
// Plain JavaScript that Node 20 can read, so that an older Node is told in one line what is needed.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The oldest Node that runs the suite: it has stable type stripping and `node:sqlite`. */
const needed = 24

if (isRecent(process.versions.node)) await import('./start.js')
else startWith(installedNode())

/** @param {string} version */
function isRecent(version) {
  return Number.parseInt(version, 10) >= needed
}

/** The binary of the npm package `node`, where it is installed beside this package and recent. */
function installedNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve('node/package.json')
    if (!isRecent(JSON.parse(readFileSync(manifest, 'utf8')).version)) return undefined
    return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
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
  process.stderr.write(
    `product-data-conformance needs Node ${needed} or newer, and this is ${process.versions.node}: ` +
      `update Node, or npm install --save-dev node@${needed}\n`,
  )
  process.exitCode = 2
}
