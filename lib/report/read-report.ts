import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type WrittenReport, reportFrom } from './conformance-json.ts'
import type { ConformanceReport } from './conformance-report.ts'
import { withoutControlCharacters } from '../client/printable.ts'
import { inOneLine, shortened } from './escape.ts'
import { sanitizeTexts } from './sanitize.ts'
import type { SchemaId } from '../service/interface/schema-id.ts'
import { mistakeText, validate } from '../contract/schema-registry.ts'
import { ConfigurationError } from '../config/errors.ts'
import { refuseDeep } from '../config/read-bounded.ts'

/** Reads a `conformance.json`, given by its path or its reports directory. Throws `ConfigurationError`. */
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

interface Format {
  readonly schema: SchemaId
  /** For people: "report". */
  readonly name: string
  /** The origin of such a file, for somebody who gave another one. */
  readonly origin: string
}

/** Reads one of the suite's own JSON files and validates it. Throws `ConfigurationError`, in one line. */
export function readJsonFormat(path: string, { schema, name, origin }: Format): unknown {
  const data = parseFile(path, { name, origin })
  const violations = validate(schema, data)
  // If the file has another format version, other mistakes do not matter.
  const violation = violations.find((one) => one.path === '/schemaVersion') ?? violations[0]
  if (violation === undefined) return data
  const received = shortened(inOneLine(withoutControlCharacters(violation.received)), 100)
  throw new ConfigurationError(
    `${path} is not a ${name} that this version can read: ${mistakeText(violation)}, but is ${received}; give ${origin}`,
  )
}

/** A report of a large run is large: only its depth is limited. */
function parseFile(path: string, { name, origin }: Omit<Format, 'schema'>): unknown {
  try {
    const text = readFileSync(path, 'utf8')
    refuseDeep(text)
    return JSON.parse(text)
  } catch (cause) {
    const why = cause instanceof Error ? inOneLine(withoutControlCharacters(cause.message)) : String(cause)
    throw new ConfigurationError(`the ${name} ${path} cannot be read: ${shortened(why, 200)}; give ${origin}`, {
      cause,
    })
  }
}
