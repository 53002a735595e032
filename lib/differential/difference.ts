/** What differs between two deployments. */
export type DifferenceKind = 'status' | 'code' | 'field' | 'type' | 'value' | 'header'

/** One way in which the new deployment differs from the old one, wherever it occurred. */
export interface Difference {
  readonly kind: DifferenceKind
  /** Operations at which it was seen, sorted. */
  readonly endpoints: readonly string[]
  /** The place in the body, or the header. */
  readonly where: string
  readonly old: string
  readonly new: string
  /** Answers that showed it. */
  readonly occurrences: number
  readonly example: {
    readonly check: string
    /** What was asked of the new deployment. */
    readonly request: string
    readonly status: { readonly old: number; readonly new: number }
  }
}

/** A difference as one pair of answers shows it. */
export interface Sighting {
  readonly kind: DifferenceKind
  readonly endpoint: string
  readonly where: string
  readonly old: string
  readonly new: string
  readonly check: string
  readonly request: string
  readonly status: { readonly old: number; readonly new: number }
}

/** What identifies a difference: a header is the same one at every operation. */
export function keyOf({
  kind,
  endpoint,
  where,
  old,
  new: now,
}: Omit<Sighting, 'check' | 'request' | 'status'>): string {
  return [kind, kind === 'header' ? '' : endpoint, where, old, now].join('\n')
}
