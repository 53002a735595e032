import type { PropertyType } from '../contract/patterns.ts'
import { isRecord } from '../contract/is-record.ts'
import type { BodyTemplate, TargetFile } from '../config/target-file.ts'
import type { Course, Lesson } from './learn-template.ts'
import { propertyTemplates, templateForType } from './starting-templates.ts'

type Start = Course['starts'][number]

/** Templates in the order in which they are tried: what is declared goes first. */
export function startsFrom(declared: unknown, usual: readonly unknown[]): readonly Start[] {
  const others = usual.map((template, index): Start => ({ template, source: index === 0 ? 'default' : 'candidate' }))
  return declared === undefined ? others : [{ template: declared, source: 'declared' }, ...others]
}

/** Templates of a property of a type: what is declared, what the creation of a numeric one has taught, what is usual. */
export function propertyStarts(
  type: PropertyType,
  dialect: TargetFile['dialect'],
  numeric: Lesson | undefined,
): readonly Start[] {
  const field = dialect?.formulaField
  const usual = propertyTemplates(type).map((body) => (field === undefined ? body : withExpressionIn(field, body)))
  const carried: readonly Start[] =
    numeric && numeric.source !== 'default' && isRecord(numeric.template)
      ? [{ template: templateForType(numeric.template, 'numeric', type), source: numeric.source }]
      : []
  const declared = dialect?.propertyCreate?.[type]
  return [...startsFrom(declared, []), ...carried, ...startsFrom(undefined, usual)]
}

function withExpressionIn(field: string, body: BodyTemplate): BodyTemplate {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      typeof value === 'string' && value.includes('@{') ? field : name,
      value,
    ]),
  )
}
