import { admissionVariants } from './admission.ts'
import { contentVariants } from './contents.ts'
import { descriptionVariants } from './descriptions.ts'
import { fieldVariants } from './fields.ts'
import { fileVariants } from './files.ts'
import { gatewayVariants } from './gateways.ts'
import { itemBodyVariants } from './item-bodies.ts'
import { itemVariants } from './items.ts'
import { jsonTextVariants } from './json-text.ts'
import { keptValueVariants } from './kept-values.ts'
import { laterVariants } from './later.ts'
import { listVariants } from './lists.ts'
import { parameterVariants } from './parameters.ts'
import { partNumberVariants } from './part-numbers.ts'
import { placeVariants } from './places.ts'
import { productVariants } from './products.ts'
import { propertyBodyVariants } from './property-bodies.ts'
import { propertyVariants } from './properties.ts'
import { rateLimitVariants } from './rate-limits.ts'
import { refusalVariants } from './refusals.ts'
import { resultVariants } from './results.ts'
import { shapeVariants } from './shapes.ts'
import { strictnessVariants } from './strictness.ts'
import { timeVariants } from './times.ts'
import { transportVariants } from './transport.ts'
import { uploadVariants } from './uploads.ts'
import { versionVariants } from './versions.ts'
import type { Variant } from './variant.ts'

export type { Variant } from './variant.ts'

// From the client inwards: the order in which those that are chosen stand between a client and the service.
const catalogue = {
  ...transportVariants,
  ...jsonTextVariants,
  ...gatewayVariants,
  ...admissionVariants,
  ...timeVariants,
  ...fieldVariants,
  ...resultVariants,
  ...refusalVariants,
  ...rateLimitVariants,
  ...parameterVariants,
  ...itemBodyVariants,
  ...propertyBodyVariants,
  ...shapeVariants,
  ...strictnessVariants,
  ...itemVariants,
  ...propertyVariants,
  ...keptValueVariants,
  ...laterVariants,
  ...listVariants,
  ...placeVariants,
  ...productVariants,
  ...partNumberVariants,
  ...descriptionVariants,
  ...contentVariants,
  ...fileVariants,
  ...uploadVariants,
  ...versionVariants,
}

/** The name of a lawful difference; a name that is in no catalogue file does not compile. */
export type VariantId = keyof typeof catalogue

/** Every lawful difference by its name. */
export const variants: Readonly<Record<VariantId, Variant>> = catalogue

/** Whether the text names a variant. */
export function isVariantId(text: string): text is VariantId {
  return Object.hasOwn(catalogue, text)
}
