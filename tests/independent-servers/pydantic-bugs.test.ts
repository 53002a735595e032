import type { PydanticBug } from './pydantic/bugs.ts'
import { proveBugs } from './prove-bugs.ts'

const bugs: Readonly<Record<PydanticBug, readonly string[]>> = {
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
  'framework-401': ['AUTH-02', 'AUTH-03', 'ERR-01'],
  // With the body of an error its code is gone, and one code is asked for by name.
  'framework-422': ['ERR-01', 'PN-11'],
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
  'names-stripped': ['PROD-32'],
  'missing-file-422': ['UP-05'],
  'check-awaits': ['PN-18', 'PROD-30'],
  'inline-download': ['DL-02'],
  'deletion-idempotent': ['ERR-07', 'PROD-57'],
  'title-wipes-description': ['FILE-14'],
  'items-outlive-product': ['PROD-54'],
  'latin-file-names': ['UP-20'],
  'bulk-reaches-by-first-entry': ['AUTH-22'],
}

proveBugs('pydantic', bugs)
