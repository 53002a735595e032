import { expect, test } from 'vitest'
import { collectChecks } from '../../lib/cli/collect-checks.ts'
import { type FaultId, faultOf } from '../../proof/faults/catalogue.ts'
import { checksOf } from '../../proof/judge/checks-of.ts'
import { judgeReference } from '../../proof/judge/judge-reference.ts'

/** A fault that many findings could be explained by, beside one that it does not explain. */
const together: ReadonlyArray<readonly [FaultId, FaultId]> = [
  ['escapes-in-a-path-break-the-service', 'published-foreign-file-is-given'],
  ['property-shown-to-its-author-only', 'property-update-drops-references'],
  // The same field of properties of other types, and other fields of the same record.
  ['published-status-in-lower-case', 'published-date-with-time'],
  ['published-status-in-lower-case', 'property-update-drops-references'],
  ['published-status-in-lower-case', 'publication-leaves-results-out'],
  ['listed-property-without-references', 'property-update-drops-references-of-its-neighbours'],
  ['publication-leaves-results-out', 'published-by-id-without-draft-property-id'],
  ['publication-leaves-results-out', 'versioned-list-without-draft-item-id'],
  ['search-takes-wildcards', 'update-takes-over-the-product'],
  ['first-offset-refused-in-the-list-of-users', 'bulk-takes-the-first-hundred-properties'],
  // An invalid upload that was accepted, and valid ones that were accepted together.
  ['strange-allow-duplicate-is-true', 'upload-locked-at-its-target-only'],
  // Errors without a code, and other answers without a key.
  ['unauthorized-as-plain-text', 'updates-of-products-ask-for-no-key'],
  ['unknown-resource-without-message', 'missing-key-has-another-code'],
  // A search that shows too much, and an update that moves too far.
  ['search-in-a-workspace-reaches-across-organizations', 'update-moves-a-product-anywhere'],
  ['empty-description-of-a-product-is-ignored', 'file-on-foreign-property-is-changed'],
  // A general rule, and a more specific one that is broken elsewhere.
  ['unknown-resource-without-message', 'unknown-target-is-not-found'],
  ['null-in-a-bulk-breaks-the-service', 'bad-bulk-names-no-entry'],
  ['long-file-name-breaks-the-service', 'quote-ends-the-name-in-the-header'],
  ['product-list-reaches-across-organizations', 'first-workspace-is-not-listed'],
  ['offset-counts-pages', 'one-of-products-of-a-name-is-found'],
  ['item-creation-takes-one-option-only', 'long-item-description-is-cut'],
  ['numbers-kept-in-single-precision', 'publication-leaves-results-out'],
  ['numbers-kept-in-single-precision', 'version-loses-references'],
  ['created-at-moves', 'empty-update-refused'],
  // A field that a rejected update changed, and one that simultaneous updates lose.
  ['refused-number-lets-the-item-be-changed', 'item-update-writes-all-fields-back'],
  // A search with an entry too many, and one that lacks an entry.
  ['search-takes-any-order-of-words', 'namesake-of-a-deleted-product-not-found'],
  ['limit-200-refused', 'formula-over-a-formula-stays-as-first-read'],
]

test.for(together)('%s does not hide %s', async (pair) => {
  const broken = [...new Set(pair.flatMap((id) => faultOf(id).breaks))].sort()
  const { record } = await judgeReference({ checks: checksOf(broken, await collectChecks()), faults: pair })
  expect([...new Set(record.findings.map(({ requirement }) => requirement))].sort()).toEqual(broken)
})
