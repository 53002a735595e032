import fileUsage from '../../schemas/resources/file-usage.json' with { type: 'json' }
import property from '../../schemas/resources/property.json' with { type: 'json' }

/** The values that the contract names for a field, by shape and field. */
export const documentedValues: ReadonlyMap<string, readonly string[]> = new Map([
  ['property type', property.properties.type.enum],
  // Resources, value rule 6: the values of status properties alone.
  ['property value', ['Draft', 'Under Review', 'Done']],
  ['file-usage target_type', fileUsage.properties.target_type.enum],
  ['file-usage property_type', fileUsage.properties.property_type.enum.filter((value) => value !== null)],
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
