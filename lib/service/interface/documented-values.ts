import fileUsage from '../../../schemas/resources/file-usage.json' with { type: 'json' }
import { propertyTypes, statusValues } from './patterns.ts'

/** The values that the contract names for a field, by shape and field. */
export const documentedValues: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['property type', propertyTypes],
  // Resources, value rule 6: only the values of status properties.
  ['property value', statusValues],
  ['file-usage target_type', fileUsage.properties.target_type.allOf.flatMap((part) => part.enum)],
  ['file-usage property_type', propertyTypes],
  ['file description_status', ['dismissed']],
  [
    'error error',
    [
      'invalid_request',
      'file_too_large',
      'unauthorized',
      'forbidden',
      'not_found',
      'target_not_found',
      'duplicate_file',
      'validation_error',
      'PART_NUMBER_ALREADY_ASSIGNED',
      'rate_limit_exceeded',
    ],
  ],
])
