import type { Ajv2020 } from 'ajv/dist/2020.js'
import { createAjv } from './create-ajv.ts'
import type { Schema } from './schema-files.ts'

export type Test = (value: unknown) => boolean

let ajv: Ajv2020 | undefined
const tests = new Map<string, Test>()

/** Whether a value is valid by a schema; compiled on first use, and once for equal schemas. */
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
  // Our own tests validate the schemas against their meta-schema: here it would only cost time.
  ajv ??= createAjv({ meta: false, validateSchema: false })
  const test: Test = ajv.compile(schema)
  tests.set(text, test)
  return test
}
