#!/usr/bin/env node
// What `exec` of a POSIX shell does, for the shell of Windows, which has none: there the npm scripts of a checkout find this one.
import { spawnSync } from 'node:child_process'

const [program, ...words] = process.argv.slice(2)
const { status, error } = spawnSync(program, words, { stdio: 'inherit' })
if (error) process.stderr.write(`${error.message}\n`)
process.exitCode = status ?? 2
