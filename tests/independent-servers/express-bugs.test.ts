import type { ExpressBug } from './express/bugs.ts'
import { proveBugs } from './prove-bugs.ts'

const bugs: Readonly<Record<ExpressBug, readonly string[]>> = {
  'search-everywhere': ['PROD-35'],
  'search-anchored': ['PROD-36'],
  'search-case': ['PROD-37'],
  // A search text that is no pattern crashes it.
  'search-pattern': ['ERR-15', 'PROD-39'],
  'key-header-taken': ['AUTH-06'],
  'update-from-copy': ['PROD-51'],
  'number-conflict-400': ['PN-04', 'PN-05', 'PN-06', 'PN-07', 'PN-08'],
  'own-number-again': ['PN-06'],
  'name-before-number': ['ERR-20', 'PN-14'],
  'number-changed-in-place': ['PN-11'],
  'owner-omitted': ['PROD-13'],
  'empty-description': ['PROD-05'],
  'offset-in-pages': ['PAGE-15', 'PAGE-16'],
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

proveBugs('express', bugs)
