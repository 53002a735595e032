import type { Ajv2020 } from 'ajv/dist/2020.js'
import { createAjv } from './create-ajv.ts'
import type { Schema } from './schema-files.ts'

export type Test = (value: unknown) => boolean

let ajv: Ajv2020 | undefined
const tests = new Map<string, Test>()

/** Whether a value keeps a schema; compiled when it is first asked, and once for all schemas that say the same. */
export function valueTest(schema: Schema): Test {
  let test: Test | undefined
  return (value) => {
    test ??= compiled(schema)
    return test(value)
  }
}

function compiled(schema: Schema): Test {
  const text = JSON.stringify(schema)
  const known = tests.get(text)
  if (known) return known
  // The tests of our own hold the schemas against their meta-schema: here that would only cost time.
  ajv ??= createAjv({ meta: false, validateSchema: false })
  const test: Test = ajv.compile(schema)
  tests.set(text, test)
  return test
}
