import { documentedFields, type Fields, type RecordKind } from '#suite'

interface Compared {
  /** Documented fields that may change. */
  readonly except?: readonly string[]
  /** The only ones that are compared; all of them if it is left out. */
  readonly only?: readonly string[]
}

/** The documented fields that a record showed: what is left alone shows them still, and with the same content. */
export function shownFields(kind: RecordKind, record: unknown, { except = [], only }: Compared): Fields {
  const shown = Object.entries(documentedFields(kind, record))
  return Object.fromEntries(shown.filter(([name]) => !except.includes(name) && only?.includes(name) !== false))
}
