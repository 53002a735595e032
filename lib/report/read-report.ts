import { statSync } from 'node:fs'
import { join } from 'node:path'
import { reportFrom, type WrittenReport } from './conformance-json.ts'
import type { ConformanceReport } from './conformance-report.ts'
import { withoutControlCharacters } from './escape.ts'
import { sanitizeTexts } from './sanitize.ts'
import { readJsonFormat } from './read-json-format.ts'

/** Reads a `conformance.json`, given by its path or by the reports directory that it is in. Throws `ConfigurationError`. */
export function readReport(path: string): ConformanceReport {
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, 'conformance.json') : path
  const data = readJsonFormat(file, {
    schema: 'formats/conformance-report.json',
    name: 'report',
    origin: 'the conformance.json of a run',
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has just been held against it, and the type says what the schema says
  return sanitizeTexts(reportFrom(data as WrittenReport), withoutControlCharacters)
}
