import type { ExpressBug } from './express/bugs.ts'
import type { PydanticBug } from './pydantic/bugs.ts'

/** A mistake of an independent server, and exactly the requirements that it breaks. */
export interface ServerBug {
  readonly server: string
  readonly id: string
  readonly breaks: readonly string[]
}

const express: Readonly<Record<ExpressBug, readonly string[]>> = {
  'search-everywhere': ['PROD-35'],
  'bulk-in-one-product': ['BULK-01'],
  'search-anchored': ['PROD-36'],
  'search-case': ['PROD-37'],
  // A search text that is not a pattern crashes it.
  'search-pattern': ['ERR-15', 'PROD-39'],
  'key-header-taken': ['AUTH-06'],
  'update-from-copy': ['PROD-51'],
  'number-conflict-400': ['PN-07', 'PN-08'],
  'own-number-again': ['PN-06'],
  'name-before-number': ['PN-14'],
  // A creation looks for its number among the latest fifty products.
  'number-among-fifty-products': ['PN-07'],
  'number-changed-in-place': ['PN-11'],
  'owner-omitted': ['PROD-13'],
  'empty-description': ['PROD-05'],
  'offset-in-pages': ['PAGE-15'],
  'order-shuffled': ['PAGE-17'],
  'users-by-name': ['PROD-15'],
  'properties-outlive-item': ['ITEM-08'],
  'duplicate-by-size': ['UP-11'],
  'duplicate-across-workspaces': ['UP-12'],
  'property-target-as-item': ['FILE-09', 'UP-02', 'UP-04'],
  'text-cut': ['PROD-32'],
  'date-with-time': ['PROP-17'],
  'formula-stale': ['PROP-14'],
  'formula-without-unit': ['PROP-14'],
  'numeric-as-string': ['PROP-10'],
  'foreign-item-listed': ['AUTH-21'],
  'foreign-product-updated': ['AUTH-12'],
  'reading-touches': ['GEN-04'],
  'download-as-text': ['DL-01'],
  'html-for-bad-json': ['ERR-01', 'ERR-21'],
  'stack-in-message': ['ERR-19'],
  'no-rate-headers-on-404': ['HDR-04', 'HDR-05', 'HDR-06'],
  'deleted-shown': ['PROP-23'],
  'retired-forgotten-in-other-workspace': ['PN-09'],
}

const pydantic: Readonly<Record<PydanticBug, readonly string[]>> = {
  'search-in-description': ['PROD-38'],
  'absent-description-cleared': ['PROD-42'],
  'retired-freed-with-product': ['PN-22'],
  'removal-does-not-retire': ['PN-04', 'PN-05', 'PN-06'],
  'offset-needs-limit': ['PAGE-15'],
  'count-is-total': ['PAGE-02'],
  'any-text-is-true': ['PROP-23', 'PROP-25'],
  'duplicate-by-name': ['UP-09'],
  'duplicate-per-product': ['UP-09'],
  'foreign-file-hidden': ['AUTH-17', 'AUTH-18', 'AUTH-19'],
  'framework-401': ['ERR-01'],
  // With the body of an error its code is gone, and one code is asked for by name.
  'framework-422': ['ERR-01'],
  'fresh-request-id-on-error': ['HDR-02'],
  'reset-in-milliseconds': ['HDR-06'],
  'remaining-stuck': ['RATE-01'],
  'creation-200': ['PROD-17'],
  'readable-id-global': ['PROD-29'],
  'readable-id-unchecked-on-update': ['PROD-45'],
  'limit-200-refused': ['PAGE-05'],
  'limit-clamped': ['PAGE-08'],
  'unknown-type-ignored': ['PROP-22'],
  'type-case': ['PROP-21', 'PROP-28'],
  'missing-file-422': ['UP-05'],
  'check-awaits': ['PN-18', 'PROD-30'],
  'inline-download': ['DL-02'],
  'deletion-idempotent': ['ERR-07', 'PROD-57'],
  'title-wipes-description': ['FILE-14'],
  'items-outlive-product': ['PROD-54'],
  'latin-file-names': ['UP-20'],
  'bulk-reaches-by-first-entry': ['AUTH-22'],
}

/** Every mistake that an independent server can be started with. */
export const bugsOfServers: readonly ServerBug[] = Object.entries({ express, pydantic }).flatMap(([server, bugs]) =>
  Object.entries(bugs).map(([id, breaks]) => ({ server, id, breaks })),
)
