import type { Change } from '../changes/change.ts'

/** One lawful difference, and the open points or latitudes that it uses. */
export interface Variant {
  readonly title: string
  readonly latitude: string
  /** What the operators of such a service declare of it: a part of a target file. */
  readonly target?: Readonly<Record<string, unknown>>
  /** False where nobody supplies controls. */
  readonly controls?: boolean
  /** Others that it cannot go together with. */
  readonly without?: readonly string[]
  /** What makes the service do it. */
  readonly changes: readonly Change[]
}

/** Declares a family of variants by their names, which are typed from it. */
export function defineVariants<const Family extends Readonly<Record<string, Variant>>>(family: Family): Family {
  return family
}
