import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { execute } from '../execute.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const text = readFileSync(join(checkout, 'Dockerfile'), 'utf8')
const lines = text.split('\n')
const instructions = (name: string): readonly string[] =>
  lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1))
const copied = instructions('COPY').flatMap((line) => line.split(' ').slice(0, -1))
const suite = temporaryDirectory('image-')

test('a linter has nothing against the Dockerfile', () => {
  expect(validate(text)).toEqual([])
})

test('an image is made from the Node that engines names, and runs as nobody special', () => {
  const least = /\d+/.exec(manifest.engines.node)?.[0]
  expect(instructions('FROM')).toEqual([`node:${least}-slim`])
  expect(instructions('USER')).toEqual(['node'])
})

test('what is copied is there, and what is left out of the context is not copied', () => {
  const context = readFileSync(join(checkout, '.dockerignore'), 'utf8')
  expect(copied.filter((path) => !existsSync(join(checkout, path)))).toEqual([])
  expect(copied.filter((path) => !context.includes(`!${path}\n`))).toEqual([])
})

test('what is copied is all that the command needs', async () => {
  const left = readFileSync(join(checkout, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => /^[\w./]+$/.test(line))
  const isSent = (from: string): boolean => !left.some((path) => from === join(checkout, path))
  for (const path of copied) cpSync(join(checkout, path), join(suite, path), { recursive: true, filter: isSent })
  symlinkSync(join(checkout, 'node_modules'), join(suite, 'node_modules'))
  const work = join(suite, 'work')
  mkdirSync(work)
  const [entry = '[]'] = instructions('ENTRYPOINT')
  const [program = '', script = ''] = JSON.parse(entry)
  expect(program).toBe('node')
  const words = [script.replace('/suite', suite), 'run', '--only', 'WS-01', '--reports', 'reports']
  const { code, stderr } = await execute(process.execPath, words, { directory: work })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(existsSync(join(work, 'reports', 'index.html'))).toBe(true)
  const explained = await execute(process.execPath, [script.replace('/suite', suite), 'explain', 'PN-06'], {
    directory: work,
  })
  expect(explained).toMatchObject({ code: 0, stderr: '' })
})
