import { accessHabitVariants } from './access-habits.ts'
import { admissionVariants } from './admission.ts'
import { bulkAnswerVariants } from './bulk-answers.ts'
import { connectionVariants } from './connections.ts'
import { contentRuleVariants } from './content-rules.ts'
import { contentVariants } from './contents.ts'
import { countingVariants } from './counting.ts'
import { descriptionWorkVariants } from './description-work.ts'
import { descriptionVariants } from './descriptions.ts'
import { downloadHeaderVariants } from './download-headers.ts'
import { errorBodyVariants } from './error-bodies.ts'
import { errorTextVariants } from './error-texts.ts'
import { fieldVariants } from './fields.ts'
import { fileLinkVariants } from './file-links.ts'
import { fileRecordVariants } from './file-records.ts'
import { fileVariants } from './files.ts'
import { formulaLimitVariants } from './formula-limits.ts'
import { formulaThereVariants } from './formulas-there.ts'
import { gatewayVariants } from './gateways.ts'
import { headerVariants } from './headers.ts'
import { itemBodyVariants } from './item-bodies.ts'
import { itemHabitVariants } from './item-habits.ts'
import { itemVariants } from './items.ts'
import { jsonTextVariants } from './json-text.ts'
import { keptValueVariants } from './kept-values.ts'
import { laterVariants } from './later.ts'
import { listVariants } from './lists.ts'
import { loosePathVariants } from './loose-paths.ts'
import { newThingVariants } from './new-things.ts'
import { notationVariants } from './notations.ts'
import { numberSchemeVariants } from './number-schemes.ts'
import { organizationLifeVariants } from './organization-life.ts'
import { parameterVariants } from './parameters.ts'
import { partNumberVariants } from './part-numbers.ts'
import { peopleVariants } from './people.ts'
import { placeVariants } from './places.ts'
import { productHabitVariants } from './product-habits.ts'
import { productVariants } from './products.ts'
import { propertyVariants } from './properties.ts'
import { propertyBodyVariants } from './property-bodies.ts'
import { publicationVariants } from './publications.ts'
import { rateLimitVariants } from './rate-limits.ts'
import { readValueVariants } from './read-values.ts'
import { recordHabitVariants } from './record-habits.ts'
import { refusalVariants } from './refusals.ts'
import { resultVariants } from './results.ts'
import { shapeVariants } from './shapes.ts'
import { sizeVariants } from './sizes.ts'
import { statusMoveVariants } from './status-moves.ts'
import { storedFileVariants } from './stored-files.ts'
import { strictnessVariants } from './strictness.ts'
import { timeVariants } from './times.ts'
import { transportVariants } from './transport.ts'
import { updateRuleVariants } from './update-rules.ts'
import { uploadVariants } from './uploads.ts'
import { userListVariants } from './user-lists.ts'
import { firewallVariants } from './firewalls.ts'
import { softPolicyVariants } from './soft-policies.ts'
import { versionHabitVariants } from './version-habits.ts'
import { versionVariants } from './versions.ts'
import { wireHabitVariants } from './wire-habits.ts'
import { byAndByVariants } from './by-and-by.ts'
import { extraFieldVariants } from './extra-fields.ts'
import { httpMannerVariants } from './http-manners.ts'
import { quotaVariants } from './quotas.ts'
import { smallAnswerVariants } from './small-answers.ts'
import { productJobVariants } from './product-jobs.ts'
import { neighbourVariants } from './neighbours.ts'
import { moveVariants } from './moves.ts'
import { formerValueVariants } from './former-values.ts'
import { downloadHabitVariants } from './download-habits.ts'
import { fileUpdateHabitVariants } from './file-update-habits.ts'
import { searchHabitVariants } from './search-habits.ts'
import { keyHabitVariants } from './key-habits.ts'
import { contentJobVariants } from './content-jobs.ts'
import { controlLimitVariants } from './control-limits.ts'
import type { Variant } from './variant.ts'

export type { Variant } from './variant.ts'

// From the client inwards: the order in which those that are chosen stand between a client and the service.
const catalogue = {
  ...transportVariants,
  ...wireHabitVariants,
  ...httpMannerVariants,
  ...connectionVariants,
  ...headerVariants,
  ...jsonTextVariants,
  ...gatewayVariants,
  ...loosePathVariants,
  ...sizeVariants,
  ...firewallVariants,
  ...accessHabitVariants,
  ...admissionVariants,
  ...timeVariants,
  ...notationVariants,
  ...fieldVariants,
  ...extraFieldVariants,
  ...peopleVariants,
  ...userListVariants,
  ...fileRecordVariants,
  ...downloadHeaderVariants,
  ...fileLinkVariants,
  ...storedFileVariants,
  ...recordHabitVariants,
  ...resultVariants,
  ...errorBodyVariants,
  ...errorTextVariants,
  ...refusalVariants,
  ...rateLimitVariants,
  ...countingVariants,
  ...parameterVariants,
  ...itemBodyVariants,
  ...propertyBodyVariants,
  ...shapeVariants,
  ...smallAnswerVariants,
  ...bulkAnswerVariants,
  ...strictnessVariants,
  ...softPolicyVariants,
  ...quotaVariants,
  ...productHabitVariants,
  ...contentRuleVariants,
  ...readValueVariants,
  ...statusMoveVariants,
  ...formulaLimitVariants,
  ...updateRuleVariants,
  ...itemVariants,
  ...itemHabitVariants,
  ...propertyVariants,
  ...keptValueVariants,
  ...laterVariants,
  ...byAndByVariants,
  ...listVariants,
  ...placeVariants,
  ...productVariants,
  ...partNumberVariants,
  ...numberSchemeVariants,
  ...descriptionVariants,
  ...descriptionWorkVariants,
  ...contentVariants,
  ...organizationLifeVariants,
  ...fileVariants,
  ...uploadVariants,
  ...versionVariants,
  ...versionHabitVariants,
  ...formulaThereVariants,
  ...publicationVariants,
  ...productJobVariants,
  ...neighbourVariants,
  ...moveVariants,
  ...formerValueVariants,
  ...downloadHabitVariants,
  ...fileUpdateHabitVariants,
  ...searchHabitVariants,
  ...keyHabitVariants,
  ...contentJobVariants,
  ...controlLimitVariants,
  ...newThingVariants,
}

/** The name of a lawful difference; a name that is in no catalogue file does not compile. */
export type VariantId = keyof typeof catalogue

/** Every lawful difference by its name. */
export const variants: Readonly<Record<VariantId, Variant>> = catalogue

/** Whether the text names a variant. */
export function isVariantId(text: string): text is VariantId {
  return Object.hasOwn(catalogue, text)
}
