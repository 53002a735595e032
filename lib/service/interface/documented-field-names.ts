import error from '../../../schemas/resources/error.json' with { type: 'json' }
import fileUsage from '../../../schemas/resources/file-usage.json' with { type: 'json' }
import file from '../../../schemas/resources/file.json' with { type: 'json' }
import item from '../../../schemas/resources/item.json' with { type: 'json' }
import productStatus from '../../../schemas/resources/product-status.json' with { type: 'json' }
import product from '../../../schemas/resources/product.json' with { type: 'json' }
import property from '../../../schemas/resources/property.json' with { type: 'json' }
import publicUser from '../../../schemas/resources/public-user.json' with { type: 'json' }
import reference from '../../../schemas/resources/reference.json' with { type: 'json' }
import validationError from '../../../schemas/resources/validation-error.json' with { type: 'json' }
import workspace from '../../../schemas/resources/workspace.json' with { type: 'json' }

/** The fields that the contract names, by the name of their shape. */
export const documentedFieldNames: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    workspace: workspace.properties,
    'public-user': publicUser.properties,
    product: product.properties,
    'product-status': productStatus.properties,
    property: property.properties,
    reference: reference.properties,
    file: file.properties,
    'file-usage': fileUsage.properties,
    item: item.properties,
    error: error.properties,
    'validation-error': validationError.properties,
  }).map(([shape, properties]) => [shape, namesOf(properties)]),
)

/** What a shape must not have is not among them. */
function namesOf(properties: Readonly<Record<string, object | boolean>>): string[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === 'object' && 'not' in schema ? [] : [name],
  )
}
