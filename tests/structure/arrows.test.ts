import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { wrongImports } from './wrong-imports.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('imports follow the arrows between folders', () => {
  const files = globSync('{lib,suites,reference,proof,tests,bench}/**/*.ts', { cwd: root })
  expect(files.length).toBeGreaterThan(1000)
  expect(wrongImports(new Map(files.map((file) => [file, readFileSync(`${root}${file}`, 'utf8')])))).toEqual([])
})

test.each([
  [
    'lib/contract/new.ts',
    "import { run } from '../cli/run.ts'",
    'lib/contract may import requirements, lib/service/interface/patterns.ts',
  ],
  [
    'reference/service/new.ts',
    "const faults = await import('../../proof/faults/catalogue.ts')",
    'reference/service may import schemas',
  ],
  ['suites/pn/new.ts', "import { rows } from '../item/rows.ts'", 'suites/* may import lib/suite.ts, suites/shared'],
  [
    'suites/shared/new.ts',
    "import type { Check } from '../../lib/run/check.ts'",
    'suites/shared may import lib/suite.ts',
  ],
  ['lib/cli/new.ts', "export * from '../../proof/changes/change.ts'", 'lib/cli may import'],
  ['lib/unheard-of/new.ts', '', 'lib/unheard-of/new.ts stands in no folder'],
])('%s is told which arrow it breaks', (file, source, told) => {
  expect(wrongImports(new Map([[file, source]]))).toEqual([expect.stringContaining(told)])
})
