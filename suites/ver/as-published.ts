import { documentedFields } from '#suite'

/** Not compared between two reads of a version: a read that moves it is the concern of GEN-04. */
export const movedByReads = ['updatedAt'] as const

/** What a version shows of a property in every read, in the form in which it is compared. */
export function asPublished(property: unknown): Readonly<Record<string, unknown>> {
  const { updatedAt: _moved, ...shown } = documentedFields('property', property)
  return shown
}
