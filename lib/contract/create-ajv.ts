import addFormats from 'ajv-formats'
import { Ajv2020, type Options } from 'ajv/dist/2020.js'
import { isTimestamp } from './formats/iso-time.ts'
import { isMatrixText } from './formats/matrix-text.ts'
import { uuidPattern } from '../service/interface/patterns.ts'

/** The annotations in a schema: under which requirement a field is judged, and what null and absence mean. */
const annotations = ['x-requirement', 'x-null-breaks', 'x-absence-conforms']

/** An ajv that knows the formats of the contract and the annotations of our schemas. */
export function createAjv(options: Options): Ajv2020 {
  const ajv = new Ajv2020({
    // JSON has no largest number: what is beyond doubles, such as 1E+400, was parsed to Infinity and is a number all the same.
    strictNumbers: false,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    strictTypes: false,
    ...options,
  })
  addFormats.default(ajv)
  ajv.addFormat('uuid', uuidPattern)
  ajv.addFormat('iso-8601-time', isTimestamp)
  ajv.addFormat('matrix', isMatrixText)
  ajv.addVocabulary(annotations)
  return ajv
}
