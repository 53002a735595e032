import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { execute } from '../execute.ts'
import { openTarget, runWords, targetKeys } from './open-target.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const root = temporaryDirectory('output-')

const main = fileURLToPath(new URL('../../lib/cli/main.ts', import.meta.url))

function run(script: string, words: readonly string[]): ReturnType<typeof execute> {
  return execute('bash', ['-c', script, 'run', process.execPath, main, ...words], { environment: targetKeys })
}

test.each([
  { what: 'standard output is closed by its reader', shell: '"$@" | true; exit "${PIPESTATUS[0]}"' },
  { what: 'both outputs are closed by their reader', shell: '"$@" 2>&1 | true; exit "${PIPESTATUS[0]}"' },
  { what: 'standard output has no place', shell: '"$@" > /dev/full' },
])('where $what, a run goes on, tears down, and ends with the code of its verdict', async ({ what, shell }) => {
  await using target = await openTarget()
  const rows = await target.rows()
  const words = [...runWords(target.url, join(root, what.replaceAll(' ', '-'))), '--only', 'PROD-03 || PROD-17']
  expect(await run(shell, words)).toMatchObject({ code: 0 })
  expect(target.count.creations).toBeGreaterThan(0)
  expect(await target.rows()).toEqual(rows)
  // Another verdict has another code all the same.
  const none = await run(shell, ['run', '--only', 'PROD-999', '--reports', join(root, 'none')])
  expect(none.code).toBe(2)
})

test('a list that has no place to go is no success', async () => {
  const ended = await execute('bash', [
    '-c',
    '"$@" > /dev/full',
    'list',
    process.execPath,
    main,
    'list',
    'requirements',
  ])
  expect(ended).toMatchObject({ code: 2 })
  expect(ended.stderr).toMatch(/^error: the output is not complete: .*ENOSPC.*\n$/)
})
