import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { preludeFor } from '../../lib/reproduce/prelude-for.ts'

const directory = new URL('../../lib/reproduce/prelude/', import.meta.url)
const functions = readdirSync(directory).flatMap((file) =>
  [...readFileSync(new URL(file, directory), 'utf8').matchAll(/^([a-z_]+)\(\)/gm)].map(([, name]) => name ?? ''),
)

function definedIn(text: string): readonly string[] {
  return [...text.matchAll(/^([a-z_]+)\(\)/gm)].map(([, name]) => name ?? '')
}

test('a script has the functions that it calls, those that these call, and few others', () => {
  const defined = definedIn(preludeFor(['is_page 3 own /v1/public/items 5 0 1']))
  expect(defined).toEqual(expect.arrayContaining(['finish', 'pass', 'is_page', 'ids', 'flatten', 'whole']))
  expect(defined).not.toContain('small_limit')
  expect(defined).not.toContain('is_now')
})

test('a script that calls all has each function once, and is one that a shell reads', () => {
  const text = preludeFor(functions)
  expect(definedIn(text).toSorted()).toEqual(functions.toSorted())
  expect(new Set(functions).size).toBe(functions.length)
  expect(execFileSync('sh', ['-n'], { input: text }).toString()).toBe('')
})

test('variables that a function begins with come with it', () => {
  expect(preludeFor(['small_limit'])).toMatch(/^usual_limit=null$/m)
  expect(preludeFor(['send'])).not.toMatch(/^usual_limit=/m)
})
