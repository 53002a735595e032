/** Mistakes that an engineer of this kind might make, switched on one at a time. */
export const pydanticBugs = [
  'search-in-description',
  'absent-description-cleared',
  'retired-freed-with-product',
  'removal-does-not-retire',
  'offset-needs-limit',
  'count-is-total',
  'any-text-is-true',
  'duplicate-by-name',
  'duplicate-per-product',
  'foreign-file-hidden',
  'framework-401',
  'framework-422',
  'fresh-request-id-on-error',
  'reset-in-milliseconds',
  'remaining-stuck',
  'creation-200',
  'readable-id-global',
  'readable-id-unchecked-on-update',
  'limit-200-refused',
  'limit-clamped',
  'unknown-type-ignored',
  'type-case',
  'missing-file-422',
  'check-awaits',
  'inline-download',
  'deletion-idempotent',
  'title-wipes-description',
  'items-outlive-product',
  'latin-file-names',
  'bulk-reaches-by-first-entry',
] as const

export type PydanticBug = (typeof pydanticBugs)[number]

export type Bugs = ReadonlySet<PydanticBug>
