import type { TargetFile } from '../config/target-file.ts'
import { isRecord } from '../contract/is-record.ts'
import { validate } from '../contract/schema-registry.ts'
import type { Diagnosis } from './diagnose.ts'

/** The maximum length of one declared value: a text of a megabyte is not a declaration. */
const longestPart = 4000

/** The findings of an examination as a target file, without what a target file must not declare. */
export function targetFileFound({
  fixtures,
  dialect,
  description,
}: Pick<Diagnosis, 'fixtures' | 'dialect' | 'description'>): TargetFile {
  const fixturesFound = Object.assign({}, ...fixtures.map(({ declare }) => declare ?? {}))
  const openapi = description && { openapi: description.source }
  return { ...openapi, ...part('fixtures', fixturesFound), ...part('dialect', dialectFound(dialect.found)) }
}

function dialectFound(found: Diagnosis['dialect']['found']): Readonly<Record<string, unknown>> {
  const plain: Record<string, unknown> = {}
  const creations: Record<string, unknown> = {}
  for (const [name, { value }] of Object.entries(found)) {
    const [, type] = /^propertyCreate\.(\w+)$/.exec(name) ?? []
    if (type === undefined) plain[name] = value
    else creations[type] = value
  }
  return { ...plain, propertyCreate: creations }
}

/** The declarable entries of a part of the file, under its name; nothing if there are none. */
function part(name: 'fixtures' | 'dialect', entries: Readonly<Record<string, unknown>>): TargetFile {
  const kept = Object.fromEntries(
    Object.entries(entries).filter(([key, value]) => !isEmpty(value) && isDeclarable({ [name]: { [key]: value } })),
  )
  return Object.keys(kept).length === 0 ? {} : { [name]: kept }
}

function isEmpty(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0
}

function isDeclarable(file: object): boolean {
  return JSON.stringify(file).length <= longestPart && validate('formats/target.json', file).length === 0
}
