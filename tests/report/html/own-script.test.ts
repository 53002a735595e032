import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownScript } from '../../../lib/report/html/page-shell.ts'

const directory = new URL('../../../lib/report/html/script', import.meta.url)

function functionsIn(name: string): string[] {
  return [...ownScript(name).text.matchAll(/^(?:async )?function (\w+)/gm)].map(([, each = '']) => each)
}

test('the script of the page is one module with each of its files once, what is imported first', () => {
  const { text } = ownScript('page.js')
  const functions = functionsIn('page.js')
  expect(text).not.toMatch(/^(?:import|export) /m)
  expect(functions).toEqual(expect.arrayContaining(['elementOf', 'copy', 'watchPicture', 'watchFilter', 'reveal']))
  expect(new Set(functions).size).toBe(functions.length)
  expect(text.indexOf('function elementOf')).toBeLessThan(text.indexOf('const picture'))
})

test('every file of the script is part of a page', () => {
  const files = readdirSync(directory).filter((name) => name.endsWith('.js'))
  const inPages = new Set(files.filter((name) => name.endsWith('page.js')).flatMap((name) => functionsIn(name)))
  expect(files.flatMap((name) => functionsIn(name)).filter((name) => !inPages.has(name))).toEqual([])
})
