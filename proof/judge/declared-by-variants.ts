import { isRecord } from '../../lib/contract/is-record.ts'
import { validate } from '../../lib/contract/schema-registry.ts'
import type { TargetFile } from '../../lib/config/target-file.ts'
import { isVariantId, variants } from '../variants/catalogue.ts'

export interface Declared {
  readonly targetFile: TargetFile
  /** Whether anybody supplies controls. */
  readonly controls: boolean
}

/** What the operators of a reference with these variants declare of it. */
export function declaredByVariants(ids: readonly string[]): Declared {
  const chosen = ids.filter((id) => isVariantId(id)).map((id) => variants[id])
  const embedded: unknown = { limits: { maxUploadBytes: 5_242_880 } }
  const target = chosen.reduce((declared, variant) => merged(declared, variant.target ?? {}), embedded)
  const [violation] = validate('formats/target.json', target)
  if (violation) throw new Error(`variants declare no target file: ${violation.message} at ${violation.path}`)
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has just been held against it
    targetFile: target as TargetFile,
    controls: chosen.every(({ controls }) => controls !== false),
  }
}

function merged(one: unknown, other: unknown): unknown {
  if (!isRecord(one) || !isRecord(other)) return other
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return Object.fromEntries(
    names.map((name) => [
      name,
      name in one && name in other ? merged(one[name], other[name]) : (other[name] ?? one[name]),
    ]),
  )
}
