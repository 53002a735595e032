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
    file: 'http/request-id.ts',
    code: /^\/\^\[/,
    becomes: /\+\/u$/,
  },
]
