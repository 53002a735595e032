import type { Mutant } from './instrument.ts'

/** A kind of mutants; what is left out may be anything. */
interface Invisible {
  readonly reason: string
  /** How its path below the service begins. */
  readonly file: string
  readonly mutator?: string
  /** Found in the code that was mutated, its spaces and line breaks one space each. */
  readonly code?: RegExp
  /** Found in the code that it became. */
  readonly becomes?: RegExp
  /** Found in the line that it begins on. */
  readonly context?: RegExp
}

const nothingIsComputed = 'a formula that a service does not compute, or refuses, is reported as untested'
const freeCodes = 'the codes in the entries of a validation error are free'
const entryCodes =
  /^'(?:bool_parsing|enum|extra_forbidden|formula_expression|frozen|greater_than_equal|int_parsing|json_invalid|less_than_equal|missing|part_number_format|string_unicode|too_large|unknown_link|unknown_version|unreadable|version_parsing)'$/
const freePlaces = 'where in a request a thing is that has no documented name is free'
const freeDocuments = 'what a generated document says is not documented'
const knownByName = 'the bodies of creations are not documented: what is refused throughout is reported as untested'
const controlPlane = 'it is about a control of the operators, which clients do not have'
const noRequest = 'no client of the interface sends it'

/** Mutants that no client can hold against the service, each kind with the reason. */
const invisible: readonly Invisible[] = [
  {
    reason: 'the text in an entry of a validation error is free',
    file: '',
    mutator: 'StringLiteral',
    code: /^['`].* .*['`]$/,
    context: /\bmsg: |\bcomplaint: |\brefused\(name, /,
  },
  { reason: 'what separates the parts of a message is free', file: 'http/query.ts', code: /^', '$/ },
  { reason: freeCodes, file: '', code: entryCodes },
  { reason: freeCodes, file: 'http/body.ts', code: /^error\.keyword === 'required'$|^'required'$|^'missing'$/ },
  {
    reason: freeCodes,
    file: 'properties/judge-content.ts',
    code: /^fields\.value === undefined$/,
    becomes: /^false$/,
  },
  { reason: freePlaces, file: 'http/error-handler.ts', code: /^'body'$|^\['body'\]$/ },
  { reason: freePlaces, file: 'http/body.ts', code: /^'body'$|^\['body'\]$/, context: /surrogate/ },
  { reason: freePlaces, file: 'properties/create-property.ts', code: /^\['body'\]$/ },
  { reason: freePlaces, file: 'properties/update-property.ts', code: /^\['body', 'type'\]$|^'body'$|^'type'$/ },
  {
    reason: 'whether a lone surrogate is refused or replaced is not documented',
    file: 'http/body.ts',
    code: /^typeof value === 'object'|^'object'$|^value !== null$/,
  },
  {
    reason: 'a sound service fails in no other way, and headers end before a path is that long',
    file: 'http/error-handler.ts',
    code: /^code\.startsWith\('FST_'\)$|^code === 'FST_ERR_MAX_PARAM_LENGTH'$/,
  },
  { reason: noRequest, file: 'http/broken-request.ts' },
  { reason: noRequest, file: 'http/admission.ts', code: /^httpVersion|^headers\.host|^'1\.1'$|Host header/ },
  { reason: noRequest, file: 'http/application.ts', code: /^false$/, context: /requireHostHeader/ },
  { reason: 'what the service logs is not seen', file: 'http/application.ts', code: /^false$/, context: /logger/ },
  {
    reason: 'the contract ends at its prefix',
    file: 'http/admission.ts',
    code: /^'\/v1\/public'$|^path === prefix|^isUnderPrefix|^path\.startsWith/,
  },
  { reason: 'what an unknown path says is free', file: 'http/application.ts', code: /^'no such path'$/ },
  {
    reason: 'a sound service never answers it',
    file: 'http/service-error.ts',
    code: /^'internal_error'$|^'something went wrong'$|something went wrong/,
  },
  { reason: 'no request without a key comes this far', file: 'http/caller.ts', code: /^request\.caller === null$/ },
  { reason: freeDocuments, file: 'documents/render-' },
  {
    reason: freeDocuments,
    file: 'documents/document-content.ts',
    code: /^`\$\{item\.product_name\}|^`version |^'draft'$/,
  },
  {
    reason: freeDocuments,
    file: 'documents/document-content.ts',
    code: /expression|display_unit|parsed|^'= |^\{ name, type/,
  },
  {
    reason: 'a document whose item is gone is deleted with it',
    file: 'documents/document-content.ts',
    code: /^item === undefined$/,
    becomes: /^false$/,
  },
  {
    reason: 'how many printed documents are kept is a matter of speed',
    file: 'documents/document-printer.ts',
    code: /kept|oldest/,
  },
  {
    reason: controlPlane,
    file: 'documents/create-generated-document.ts',
    code: /^item === undefined$/,
    becomes: /^false$/,
  },
  { reason: controlPlane, file: 'http/keys.ts', code: /^store\.run\(sql, at/ },
  { reason: controlPlane, file: 'http/rate-limit.ts', code: /^rate\?\./ },
  { reason: 'only seeds use it', file: 'properties/property-type.ts', code: /toLowerCase/ },
  { reason: 'the wording of a generated description is free', file: 'descriptions/description-of.ts' },
  { reason: 'bytes may be served under a generic type, whichever is stored', file: 'files/served-type.ts' },
  {
    reason: 'how long a stored name may be, and what becomes of one without letters, is not documented',
    file: 'files/clean-file-name.ts',
    code: /slice\(0, maxCharacters\)|^\/\^\[\. \]/,
  },
  {
    reason: 'a version without a product is refused, with whatever status',
    file: 'files/requested-version.ts',
    code: /^id === ''$/,
    becomes: /^false$/,
  },
  {
    reason: 'files are not deleted through the interface: what becomes of one whose place is deleted is not documented',
    file: 'files/file.ts',
    code: /^row\.deleted === 1$/,
    becomes: /^false$/,
  },
  {
    reason: 'a snapshot is given where it is there: it may go with a file that is deleted from the draft',
    file: 'files/download-file.ts',
    code: /^snapshot === undefined$/,
    becomes: /^snapshot !== undefined$/,
  },
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
  { reason: 'the uploader may be null', file: 'files/file.ts', code: /^row\.uploaded_by === null$/ },
  { reason: 'the form of an unset title is free', file: 'files/upload-form.ts', code: /^''$|^title === ''$/ },
  { reason: 'a cleared description is empty, null or absent', file: 'files/update-file.ts', code: /^text === ''$/ },
  {
    reason: 'the form of an unset description is free',
    file: 'items/update-item.ts',
    code: /^''$|^description === ''$/,
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
    reason: knownByName,
    file: 'properties/judge-references.ts',
    code: /^link !== undefined$/,
  },
  {
    reason: 'whether a publication chooses the baseline is not documented',
    file: 'versions/publish-version.ts',
    code: /^'UPDATE products SET baseline/,
  },
  {
    reason: 'HTTP clients send no other characters in a header',
    file: 'http/request-id.ts',
    code: /^\/\^\[/,
    becomes: /\+\/u$/,
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
    code: /type === before\.type/,
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
  { reason: 'readable ids of items and properties are made in whatever way', file: 'items/generate-readable-id.ts' },
  {
    reason: 'how far a change moves the time is within what clocks differ by',
    file: 'store/later-than.ts',
    code: /^Math\.max/,
  },
  { reason: nothingIsComputed, file: 'formulas/quantity.ts' },
  { reason: nothingIsComputed, file: 'formulas/parse-expression.ts' },
  { reason: nothingIsComputed, file: 'formulas/require-computable.ts' },
  {
    reason: nothingIsComputed,
    file: 'formulas/compute-formula.ts',
    code: /^quantity === undefined$|source\.value === null$|^typeof result === 'number'$|^source\?\.type !== 'numeric'$|^\{ if \(!known|^\{ return undefined \}$|^one\.expression === null$/,
  },
  {
    reason: 'a formula that refers back to itself has no result, at whatever depth that is noticed',
    file: 'formulas/compute-formula.ts',
    code: /underWay/,
  },
]

/** Why no client can see a mutant, where that is known. */
export function reasonFor(mutant: Mutant): string | undefined {
  return invisible.find((kind) => isOfKind(mutant, kind))?.reason
}

function isOfKind(mutant: Mutant, { file, mutator, code, becomes, context }: Invisible): boolean {
  if (!mutant.file.startsWith(`reference/service/${file}`)) return false
  if (mutator !== undefined && mutant.mutator !== mutator) return false
  return isFound(code, mutant.original) && isFound(becomes, mutant.replacement) && isFound(context, mutant.context)
}

function isFound(pattern: RegExp | undefined, text: string): boolean {
  return pattern === undefined || pattern.test(text.replaceAll(/\s+/gu, ' '))
}
