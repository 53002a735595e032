import { allowedDuplicateFaults } from './allowed-duplicates.ts'
import { arithmeticFaults } from './arithmetic.ts'
import { breakdownFaults } from './breakdowns.ts'
import { broughtIdFaults } from './brought-ids.ts'
import { bulkAnswerFaults } from './bulk-answers.ts'
import { closedWorkspaceFaults } from './closed-workspaces.ts'
import { combinedRequestFaults } from './combined-requests.ts'
import { concurrentWriteFaults } from './concurrent-writes.ts'
import { cutOffAnswerFaults } from './cut-off-answers.ts'
import { descriptionFaults } from './descriptions.ts'
import { documentFaults } from './documents.ts'
import { downloadVersionFaults } from './download-versions.ts'
import { downloadFaults } from './downloads.ts'
import { errorFaults } from './errors.ts'
import { unservedPathFaults } from './unserved-paths.ts'
import { fileAccessFaults } from './file-access.ts'
import { fileLinkFaults } from './file-links.ts'
import { fileRecordFaults } from './file-records.ts'
import { fileUpdateFaults } from './file-updates.ts'
import { formPartFaults } from './form-parts.ts'
import { formSpellingFaults } from './form-spellings.ts'
import { foreignAccessFaults } from './foreign-access.ts'
import { formulaFaults } from './formulas.ts'
import { headerFaults } from './headers.ts'
import { inBetweenFaults } from './in-between.ts'
import { idleFieldFaults } from './idle-fields.ts'
import { idInCapitalsFaults } from './ids-in-capitals.ts'
import { itemChangeFaults } from './item-changes.ts'
import { itemDeletionFaults } from './item-deletions.ts'
import { itemCreationFaults } from './item-creation.ts'
import { itemReadFaults } from './item-reads.ts'
import { judgedTooEarlyFaults } from './judged-too-early.ts'
import { keptAnswerFaults } from './kept-answers.ts'
import { keyFaults } from './keys.ts'
import { letterCaseUpdateFaults } from './letter-case-updates.ts'
import { listFaults } from './lists.ts'
import { malformedRequestFaults } from './malformed-requests.ts'
import { mentionFaults } from './mentions.ts'
import { mergedIdentityFaults } from './merged-identities.ts'
import { ownFieldFaults } from './own-fields.ts'
import { otherUserFaults } from './other-users.ts'
import { outlivedDeletionFaults } from './outlived-deletions.ts'
import { pageLimitFaults } from './page-limits.ts'
import { pageOffsetFaults } from './page-offsets.ts'
import { namesakeFaults } from './namesakes.ts'
import { numberedUpdateFaults } from './numbered-updates.ts'
import { partNumberChangeFaults } from './part-number-changes.ts'
import { partNumberFormatFaults } from './part-number-formats.ts'
import { partNumberFaults } from './part-numbers.ts'
import { similarNumberFaults } from './similar-numbers.ts'
import { pastLimitFaults } from './past-limit.ts'
import { productAccessFaults } from './product-access.ts'
import { productAnswerFaults } from './product-answers.ts'
import { productBodyFaults } from './product-bodies.ts'
import { productDeletionFaults } from './product-deletions.ts'
import { productFieldFaults } from './product-fields.ts'
import { productHistoryFaults } from './product-history.ts'
import { productListFaults } from './product-lists.ts'
import { productSearchFaults } from './product-searches.ts'
import { productUpdateFaults } from './product-updates.ts'
import { propertyContentFaults } from './property-content.ts'
import { propertyCreationFaults } from './property-creation.ts'
import { propertyFilterFaults } from './property-filters.ts'
import { propertyListFaults } from './property-lists.ts'
import { propertyReadFaults } from './property-reads.ts'
import { propertyShapeFaults } from './property-shapes.ts'
import { propertyUpdateFaults } from './property-updates.ts'
import { propertyDeletionFaults } from './property-deletions.ts'
import { propertyValueFaults } from './property-values.ts'
import { publicationFaults } from './publications.ts'
import { publishedProductFaults } from './published-products.ts'
import { publishedPropertyFaults } from './published-properties.ts'
import { rateLimitFaults } from './rate-limit.ts'
import { readableIdFaults } from './readable-ids.ts'
import { repeatedChangeFaults } from './repeated-changes.ts'
import { revocationFaults } from './revocations.ts'
import { type ShapeFaultId, shapeFaults } from './shapes.ts'
import { shownValueFaults } from './shown-values.ts'
import { recordViewFaults } from './record-views.ts'
import { refusedBodyFaults } from './refused-bodies.ts'
import { storedFileFaults } from './stored-files.ts'
import { spreadingChangeFaults } from './spreading-changes.ts'
import { storedAsSentFaults } from './stored-as-sent.ts'
import { stubFaults } from './stubs.ts'
import { timeFaults } from './times.ts'
import { unknownPlaceFaults } from './unknown-places.ts'
import { uploadDuplicateFaults } from './upload-duplicates.ts'
import { uploadFaults } from './uploads.ts'
import { versionViewFaults } from './version-views.ts'
import { versionFaults } from './versions.ts'
import { wordForNullFaults } from './words-for-null.ts'
import { workspaceAndUserFaults } from './workspaces-and-users.ts'
import type { Fault } from './fault.ts'

export type { Fault } from './fault.ts'

const catalogue = {
  ...allowedDuplicateFaults,
  ...arithmeticFaults,
  ...breakdownFaults,
  ...broughtIdFaults,
  ...bulkAnswerFaults,
  ...closedWorkspaceFaults,
  ...combinedRequestFaults,
  ...concurrentWriteFaults,
  ...formPartFaults,
  ...formSpellingFaults,
  ...cutOffAnswerFaults,
  ...descriptionFaults,
  ...documentFaults,
  ...downloadVersionFaults,
  ...downloadFaults,
  ...errorFaults,
  ...unservedPathFaults,
  ...fileAccessFaults,
  ...fileLinkFaults,
  ...fileRecordFaults,
  ...fileUpdateFaults,
  ...foreignAccessFaults,
  ...formulaFaults,
  ...headerFaults,
  ...inBetweenFaults,
  ...idleFieldFaults,
  ...idInCapitalsFaults,
  ...itemChangeFaults,
  ...itemDeletionFaults,
  ...itemCreationFaults,
  ...itemReadFaults,
  ...judgedTooEarlyFaults,
  ...keptAnswerFaults,
  ...keyFaults,
  ...letterCaseUpdateFaults,
  ...listFaults,
  ...malformedRequestFaults,
  ...mentionFaults,
  ...mergedIdentityFaults,
  ...otherUserFaults,
  ...ownFieldFaults,
  ...outlivedDeletionFaults,
  ...pageLimitFaults,
  ...pageOffsetFaults,
  ...namesakeFaults,
  ...numberedUpdateFaults,
  ...partNumberChangeFaults,
  ...partNumberFormatFaults,
  ...partNumberFaults,
  ...similarNumberFaults,
  ...pastLimitFaults,
  ...productAccessFaults,
  ...productAnswerFaults,
  ...productBodyFaults,
  ...productDeletionFaults,
  ...productFieldFaults,
  ...productHistoryFaults,
  ...productListFaults,
  ...productSearchFaults,
  ...productUpdateFaults,
  ...propertyContentFaults,
  ...propertyCreationFaults,
  ...propertyFilterFaults,
  ...propertyListFaults,
  ...propertyReadFaults,
  ...propertyShapeFaults,
  ...propertyUpdateFaults,
  ...propertyDeletionFaults,
  ...propertyValueFaults,
  ...publicationFaults,
  ...publishedProductFaults,
  ...publishedPropertyFaults,
  ...rateLimitFaults,
  ...readableIdFaults,
  ...revocationFaults,
  ...shapeFaults,
  ...shownValueFaults,
  ...recordViewFaults,
  ...refusedBodyFaults,
  ...repeatedChangeFaults,
  ...storedFileFaults,
  ...spreadingChangeFaults,
  ...storedAsSentFaults,
  ...stubFaults,
  ...timeFaults,
  ...unknownPlaceFaults,
  ...uploadDuplicateFaults,
  ...uploadFaults,
  ...versionViewFaults,
  ...versionFaults,
  ...wordForNullFaults,
  ...workspaceAndUserFaults,
}

/** The name of a deliberate fault; a name that is in no catalogue file does not compile. */
export type FaultId = keyof typeof catalogue | ShapeFaultId

/** Every deliberate fault by its name. */
export const faults: Readonly<Record<FaultId, Fault>> = catalogue

/** Whether the text names a fault. */
export function isFaultId(text: string): text is FaultId {
  return Object.hasOwn(catalogue, text)
}

/** The fault of a name. Throws if no schema gives cause for such a fault in the shape of a record. */
export function faultOf(id: FaultId): Fault {
  const fault = faults[id]
  if (fault === undefined) throw new Error(`unknown fault ${id}; see \`list faults\``)
  return fault
}
