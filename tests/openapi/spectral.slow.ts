import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openapiDocument } from '../../lib/service/openapi/openapi-document.ts'
import { execute, wayToRegistry } from '../execute.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const directory = temporaryDirectory('spectral-')

const spectral = '@stoplight/spectral-cli@6.16.3'

// It would bring 130 packages of its own into every checkout, and changes seldom: npm fetches it for this test.
test('spectral finds nothing to say', async () => {
  writeFileSync(join(directory, 'openapi.json'), JSON.stringify(openapiDocument()))
  writeFileSync(join(directory, 'ruleset.json'), JSON.stringify({ extends: ['spectral:oas'] }))
  const words = ['exec', '--yes', '--ignore-scripts', `--package=${spectral}`, '--', 'spectral', 'lint', 'openapi.json']
  const { code, stdout } = await execute('npm', [...words, '--ruleset', 'ruleset.json', '--fail-severity', 'hint'], {
    directory,
    environment: wayToRegistry,
  })
  expect(stdout).toContain('No results with a severity')
  expect(code).toBe(0)
})
