import type { PropertyType } from '../interface/patterns.ts'
import { isRecord } from '../../contract/is-record.ts'
import type { BodyTemplate, TargetFile } from '../../config/target-file.ts'
import type { Course, Lesson } from '../../dialect/learn-template.ts'
import { propertyTemplates, templateForType } from './starting-templates.ts'

type Start = Course['starts'][number]

/** What is known of a body before the first attempt: from the target file, and from the target's description. */
interface Known {
  readonly declared: unknown
  readonly described: readonly unknown[] | undefined
}

/** Templates in the order of attempts: declared ones first, then described ones. */
export function startsFrom({ declared, described = [] }: Known, usual: readonly unknown[]): readonly Start[] {
  return [
    ...(declared === undefined ? [] : [{ template: declared, source: 'declared' } as const]),
    ...described.map((template): Start => ({ template, source: 'description' })),
    ...usual.map((template, index): Start => ({ template, source: index === 0 ? 'default' : 'candidate' })),
  ]
}

interface KnownOfProperty extends Pick<Known, 'described'> {
  readonly dialect: TargetFile['dialect']
  /** What the creation of a numeric property has taught. */
  readonly numeric: Lesson | undefined
}

/** Templates of a property of a type: known ones, what the creation of a numeric one has shown, and usual ones. */
export function propertyStarts(type: PropertyType, { dialect, described, numeric }: KnownOfProperty): readonly Start[] {
  const field = dialect?.formulaField
  const usual = propertyTemplates(type).map((body) => (field === undefined ? body : withExpressionIn(field, body)))
  const carried: readonly Start[] =
    numeric && numeric.source !== 'default' && numeric.source !== 'description' && isRecord(numeric.template)
      ? [{ template: templateForType(numeric.template, 'numeric', type), source: numeric.source }]
      : []
  const known = startsFrom({ declared: dialect?.propertyCreate?.[type], described }, [])
  return [...known, ...carried, ...startsFrom({ declared: undefined, described: undefined }, usual)]
}

function withExpressionIn(field: string, body: BodyTemplate): BodyTemplate {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      typeof value === 'string' && value.includes('@{') ? field : name,
      value,
    ]),
  )
}
