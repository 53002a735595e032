import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownStyle, styleFiles } from '../../../lib/report/html/page-shell.ts'

const directory = new URL('../../../lib/report/html/style', import.meta.url)

test('every file of the style is part of a page, once, and paper overrides all else', () => {
  expect(styleFiles.toSorted()).toEqual(readdirSync(directory).toSorted())
  expect(ownStyle().text.trimEnd()).toMatch(/@media print \{[^@]*\n\}$/)
})
