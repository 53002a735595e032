import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../lib/config/make-directory.ts'

test('a directory is created with those above it, and once more without an error', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'make-directory-')), 'a', 'b')
  makeDirectory(path)
  makeDirectory(path)
  expect(existsSync(path)).toBe(true)
})

test('a place that takes no directory ends with the error of the file system', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'make-directory-')), 'file')
  writeFileSync(file, '')
  expect(() => makeDirectory(join(file, 'a'))).toThrow(/ENOTDIR|EEXIST/)
  // Node's own recursion never ended here.
  expect(() => makeDirectory('/proc/a/b')).toThrow(/mkdir/)
})
