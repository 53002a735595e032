import { controlPlane, freeCodes, freePlaces, type Invisible } from './invisible.ts'

const noRequest = 'no client of the interface sends it'
const entryCodes =
  /^'(?:bool_parsing|enum|extra_forbidden|formula_expression|frozen|greater_than_equal|int_parsing|json_invalid|less_than_equal|missing|part_number_format|string_unicode|too_large|unknown_link|unknown_version|unreadable|version_parsing)'$/

/** Mutants of what all answers have in common that no client can hold against the service. */
export const invisibleInAnswers: readonly Invisible[] = [
  { reason: 'the order of a list is not documented', file: '', mutator: 'SqlOrder' },
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
  { reason: freePlaces, file: 'http/error-handler.ts', code: /^'body'$|^\['body'\]$/ },
  { reason: freePlaces, file: 'http/body.ts', code: /^'body'$|^\['body'\]$/, context: /surrogate/ },
  {
    reason: 'whether a lone surrogate is refused or replaced is not documented',
    file: 'http/body.ts',
    code: /^typeof value === 'object'|^'object'$/,
    becomes: /^false$|^""$|^typeof value !==/,
  },
  {
    reason: 'a sound service fails in no other way',
    file: 'http/error-handler.ts',
    code: /^code\.startsWith\('FST_'\)$/,
  },
  {
    reason: 'headers end before a path is that long, and nothing else that is unreadable has a documented answer',
    file: 'http/error-handler.ts',
    code: /^code === 'FST_ERR_MAX_PARAM_LENGTH'$/,
    becomes: /^false$|!==/,
  },
  { reason: noRequest, file: 'http/broken-request.ts' },
  {
    reason: noRequest,
    file: 'http/admission.ts',
    code: /^httpVersion|^'1\.1'$|^'the Host header|^\{ if \(headers\.host/,
  },
  { reason: noRequest, file: 'http/admission.ts', code: /^headers\.host === undefined &&/, becomes: /^false$/ },
  { reason: noRequest, file: 'http/application.ts', code: /^false$/, context: /requireHostHeader/ },
  { reason: 'what the service logs is not seen', file: 'http/application.ts', code: /^false$/, context: /logger/ },
  {
    reason: 'the contract ends at its prefix',
    file: 'http/admission.ts',
    code: /^'\/v1\/public'$|^path === prefix$/,
  },
  {
    reason: 'the contract ends at its prefix',
    file: 'http/admission.ts',
    code: /^path === prefix|^isUnderPrefix/,
    becomes: /^true$/,
  },
  { reason: 'what an unknown path says is free', file: 'http/application.ts', code: /^'no such path'$/ },
  {
    reason: 'a sound service never answers it',
    file: 'http/service-error.ts',
    code: /^'internal_error'$|^'something went wrong'$|something went wrong/,
  },
  {
    reason: 'no request without a key comes this far',
    file: 'http/caller.ts',
    code: /^request\.caller === null$/,
    becomes: /^false$/,
  },
  { reason: controlPlane, file: 'http/keys.ts', code: /^store\.run\(sql, at/, becomes: /[<>]=/ },
  {
    reason: 'what limit another organization has is not known',
    file: 'http/rate-limit.ts',
    mutator: 'SqlCondition',
    code: /^id = \?$/,
  },
  { reason: controlPlane, file: 'http/rate-limit.ts', code: /^rate\?\.|^\{ store\.run\( 'UPDATE org/ },
  {
    reason: 'HTTP clients send no other characters in a header',
    file: 'http/application.ts',
    code: /^\/\^\[/,
    becomes: /\+\/u$/,
  },
  { reason: 'the text of a message is free', file: 'http/service-error.ts', code: /^'\.'$/ },
  { reason: 'the text of a message is free', file: 'http/error-handler.ts', code: /^'the request cannot be read'$/ },
  { reason: 'what a query holds is never null', file: 'http/query.ts', code: /^value !== null$/, becomes: /^true$/ },
  {
    reason: 'a body that cannot be read is refused as one that is not there is: with 422',
    file: 'http/json-body.ts',
    code: /type: 'json_invalid'/,
    becomes: /^\{\}$/,
  },
  {
    reason: 'whether a text in a broken encoding is refused or replaced is not documented',
    file: 'http/json-body.ts',
    code: /^\{ fatal: true/,
  },
  {
    reason: 'whether a lone surrogate is refused or replaced is not documented',
    file: 'http/body.ts',
    code: /^value !== null$/,
    becomes: /^value === null$/,
  },
  { reason: 'a place in a body may be told as text', file: 'http/body.ts', code: /^\/\^\\d\+\$\/u$/ },
  { reason: 'a place may be told with further parts', file: 'http/body.ts', code: /^\[\]$/, context: /typeof missing/ },
  { reason: noRequest, file: 'http/admission.ts', mutator: 'Regex', context: /headers\.expect/ },
  { reason: 'the contract ends at its prefix', file: 'http/admission.ts', code: /^`\$\{prefix\}\/`$/ },
  {
    reason: 'how a body is refused that is too large is not documented',
    file: 'http/error-handler.ts',
    code: /^code === 'FST_ERR_CTP_BODY_TOO_LARGE'$/,
    becomes: /^false$/,
  },
  {
    reason: 'JSON has no undefined fields: the answer is the same',
    file: 'http/error-handler.ts',
    code: /^details !== undefined$/,
    becomes: /^true$/,
  },
  {
    reason: 'how many spaces a credential may follow is not documented',
    file: 'http/caller.ts',
    becomes: /^\/\^bearer \(\\S\+\)\$\/iu$/,
  },
  {
    reason: 'a path is never that long within what the interface documents',
    file: 'http/error-handler.ts',
    code: /^'FST_ERR_MAX_PARAM_LENGTH'$/,
  },
  {
    reason: 'whether a method that is not served is refused with 404 or with 405 is not documented',
    file: 'http/application.ts',
    code: /^async \(scope\) => refuseTheRest/,
  },
  {
    reason: 'whether a method that is not served is refused with 404 or with 405 is not documented',
    file: 'http/application.ts',
    code: /^\(name\) => !served\.has\(name\)$/,
    becomes: /^\(\) => undefined$/,
  },
  {
    reason: 'how strictly the schemas themselves are read is seen when the service is built',
    file: 'http/body.ts',
    mutator: 'BooleanLiteral',
    context: /new Ajv2020/,
  },
]
