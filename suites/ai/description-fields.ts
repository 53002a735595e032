import { isRecord, type Claims, type Exchange } from '#suite'

/** The description of a file record; `undefined` if it has none, however that is said. */
export function descriptionIn({ json }: Exchange): string | undefined {
  const description = isRecord(json) ? json['description'] : undefined
  return typeof description === 'string' && description !== '' ? description : undefined
}

/** The description status, whose spelling the contract does not show; `undefined` if the record does not tell it. */
export function statusIn({ json }: Exchange): unknown {
  if (!isRecord(json)) return undefined
  return json['description_status'] ?? json['descriptionStatus']
}

/** The same as a record of that one field, in one spelling. */
export function statusShown(record: Exchange): { readonly description_status: unknown } {
  return { description_status: statusIn(record) }
}

/** Whether a record has a description that is more than a text in the place of one. */
export function isGenerated(record: Exchange, placeholders: ReadonlySet<string>): boolean {
  const text = descriptionIn(record)
  return text !== undefined && !placeholders.has(text)
}

/** Milliseconds in which a script gives a description the time to come. */
const longestSeen = 5000

/** Claims that records have no description. lawful: a text that says so, of each file and from the start */
export function claimNotGenerated(claims: Claims, placeholders: ReadonlySet<string>): void {
  claims.that((record) => ({
    claim: 'a file uploaded while AI usage is off gets no description',
    holds: !isGenerated(record, placeholders),
    expected: 'no description',
    received: String(descriptionIn(record)),
    // A text that was there from the start may stand in the place of one.
    ...(placeholders.size === 0 && {
      criterion: { kind: 'field', name: 'description', shown: false, isFilled: true, afterMs: longestSeen },
    }),
  }))
}

/** Claims that a record has a description that is more than a text in the place of one. */
export function claimGenerated(
  claims: Claims,
  placeholders: ReadonlySet<string>,
  about: { of?: string; hint?: string } = {},
): void {
  claims.has('description', about)
  claims.eachHas('description', { except: [...placeholders] }, about)
}
