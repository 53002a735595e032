import { documentedFields, sameFields, sameRecord, type Claim, type RecordKind } from '#suite'

interface Left {
  readonly kind: RecordKind
  readonly before: unknown
  readonly after: unknown
  /** Documented fields that may have changed. */
  readonly except?: readonly string[]
  /** The only ones that are compared; all of them where it is left out. */
  readonly only?: readonly string[]
}

/** Claims that documented fields are as before: what was shown is shown still, and with the same content. */
export function isLeft(what: string, { kind, before, after, except = [], only }: Left): Claim {
  const [had, has] = [documentedFields(kind, before), documentedFields(kind, after)]
  const left =
    only === undefined
      ? except
      : [...except, ...Object.keys({ ...had, ...has }).filter((field) => !only.includes(field))]
  const same = sameRecord(what, { kind, expected: before, received: after, shows: 'partial', except: left })
  const gone = Object.keys(had).filter((field) => !left.includes(field) && !(field in has))
  if (gone.length === 0) return same
  const criterion = sameFields({ expected: before, received: after }, gone)
  return { ...same, criterion, holds: false, expected: `a record with ${gone.join(', ')}`, received: 'one without' }
}
