import { controlPlane, freeCodes, freePlaces, nothingIsComputed, type Invisible } from './invisible.ts'

const knownByName = 'the bodies of creations are not documented: what is refused throughout is reported as untested'

/** Mutants of products, items, properties, part numbers and versions that no client can hold against the service. */
export const invisibleInRecords: readonly Invisible[] = [
  {
    reason: freeCodes,
    file: 'properties/judge-content.ts',
    code: /^fields\.value === undefined$/,
    becomes: /^false$/,
  },
  { reason: freePlaces, file: 'properties/create-property.ts', code: /^\['body'\]$/ },
  { reason: freePlaces, file: 'properties/update-property.ts', code: /^\['body', 'type'\]$|^'body'$|^'type'$/ },
  { reason: 'only seeds use it', file: 'properties/property-type.ts', code: /toLowerCase/ },
  {
    reason: 'an entry that a response may lack is missing or null',
    file: 'products/product.ts',
    code: /as ProductStatus|as readonly string\[\]/,
  },
  {
    reason: 'which products are archived is not documented',
    file: 'products/product.ts',
    code: /^row\.archived === 1$/,
  },
  {
    reason: 'who owns a product is shown nowhere else',
    file: 'products/product.ts',
    code: /^row\.owner_id === null$/,
    becomes: /^true$/,
  },
  {
    reason: 'the description of a property, and the form of an unset one, are not documented for answers',
    file: 'properties/property.ts',
    code: /^row\.(?:description|reason) !== null/,
  },
  {
    reason: 'the description of a property is not documented for creations',
    file: 'properties/create-property.ts',
    code: /^content\.description === ''$/,
  },
  {
    reason: 'the form of an unset description is free',
    file: 'properties/update-property.ts',
    code: /^given === ''|^''$/,
  },
  {
    reason: 'a number is never given out again, whether its row says active or retired',
    file: 'part-numbers/retire-part-number.ts',
    code: /^\{ store\.run\( `UPDATE part_numbers SET state = 'retired' WHERE product_id/,
  },
  {
    reason: 'the form of an unset description is free',
    file: 'items/update-item.ts',
    code: /^''$|^description === ''$/,
    becomes: /^false$|^"Stryker/,
  },
  {
    reason: 'a refusal whose status is not documented may place its entries anywhere',
    file: 'products/change-fields.ts',
    code: /^\['body', 'baseline_version_number'\]$|^'body'$/,
  },
  { reason: controlPlane, file: 'versions/publish-version.ts', code: /^'INSERT/ },
  {
    reason: 'which ids of an item a versioned list takes is not documented',
    file: 'versions/selection-of-version.ts',
    code: /^place\.version_id === null$/,
    becomes: /^false$/,
  },
  {
    reason: 'which links a reference may name is not documented',
    file: 'properties/judge-references.ts',
    mutator: 'Sql',
  },
  {
    reason: knownByName,
    file: 'properties/judge-references.ts',
    code: /^link !== undefined$/,
  },
  {
    reason: 'whether a publication chooses the baseline is not documented',
    file: 'versions/publish-version.ts',
    code: /^'UPDATE products SET baseline/,
  },
  { reason: controlPlane, file: 'part-numbers/judge-format.ts', code: /^configured\.product_id === null$/ },
  {
    reason: nothingIsComputed,
    file: 'properties/judge-content.ts',
    code: /^fields\[name\] !== undefined$/,
  },
  {
    reason: 'whether the type of a property may be changed is not documented',
    file: 'properties/update-property.ts',
    code: /^type === before\.type$|^\{ if \(type === undefined/,
  },
  {
    reason: 'whether the type of a property may be changed is not documented',
    file: 'properties/update-property.ts',
    code: /^type === undefined \|\| type === before\.type$/,
    becomes: /^true$/,
  },
  {
    reason: 'whether a deleted property may be changed is not documented',
    file: 'properties/find-property.ts',
    code: /^row\.deleted === 0$/,
    becomes: /^true$/,
  },
  {
    reason: knownByName,
    file: 'properties/judge-content.ts',
    code: /^\(value\) => |^typeof value === /,
    becomes: /^\(\) => undefined$|^false$|!== 'string'/,
  },
  {
    reason: 'what follows is no text of that form either',
    file: 'properties/judge-content.ts',
    code: /^typeof value === 'string'$/,
    becomes: /^true$/,
    context: /isMatrixText|isCalendarDate/,
  },
  { reason: knownByName, file: 'properties/matrix-text.ts', code: /^\{ try \{ return JSON\.parse/ },
  {
    reason: knownByName,
    file: 'properties/matrix-text.ts',
    code: /^!lengths\.has\(0\)$/,
    becomes: /^lengths/,
  },
  {
    reason: 'readable ids of items and properties are made in whatever way',
    file: 'items/generate-readable-id.ts',
    code: /^(?!\{)/,
  },
  {
    reason: 'how far a change moves the time is within what clocks differ by',
    file: 'store/later-than.ts',
    code: /^Math\.max/,
  },
  {
    reason: 'who changed an item last, and when, is not documented',
    file: 'items/update-item.ts',
    mutator: 'Sql',
    context: /updated_by/,
  },
  {
    reason: 'two users may have one name and one picture',
    file: 'organization-users/public-user.ts',
    mutator: 'SqlCondition',
  },
  {
    reason: 'a baseline that nobody chose may be shown or not',
    file: 'versions/publish-version.ts',
    mutator: 'Sql',
    code: /^baseline_version_number = |^id = \?$/,
  },
  {
    reason: 'a number is never given out again, whether its row says active or retired',
    file: 'part-numbers/retire-part-number.ts',
    mutator: 'SqlConnective',
    code: /^OR$/,
  },
  {
    reason: 'a number is never given out again, whether its row says active or retired',
    file: 'part-numbers/retire-part-number.ts',
    mutator: 'SqlAssignment',
    context: /'retired'$/,
  },
  {
    reason: 'which ids of an item a versioned list takes is not documented',
    file: 'versions/selection-of-version.ts',
    mutator: 'SqlComparison',
    context: /CASE WHEN/,
  },
  { reason: 'a fresh store has no tables at all', file: 'store/store.ts', mutator: 'Sql', context: /sqlite_schema/ },
  {
    reason: 'the description of a property, and the reason for its change, are not documented for answers',
    file: 'properties/update-property.ts',
    mutator: 'SqlAssignment',
    code: /^(?:description|reason) = /,
  },
]
