import type { Invisible } from './invisible.ts'

const words = 'it changes words of a report only'
const marks = 'it marks answers in a report only'
const cost = 'it changes how much is asked or waited for, not what is judged'

/** Mutants of the suite that change no verdict. */
export const withoutVerdict: readonly Invisible[] = [
  {
    reason: words,
    file: 'suites/views/consistency.ts',
    code: /^record === undefined$/,
    becomes: /^false$/,
    context: /among/,
  },
  { reason: words, file: '', mutator: 'ObjectLiteral', code: /^\{ (?:hint|criterion|cause)(?:: [^:]*)? \}$/ },
  {
    reason: 'it changes why a case is untested, in words only',
    file: 'suites/',
    mutator: 'ObjectLiteral',
    code: /^\{ reason: '(?:blocked|missing-fixture|capability-absent)', [^{}]*cause: [^{}]*\}$/,
  },
  {
    reason: 'nothing is spread in both cases',
    file: 'suites/auth/foreign-place.ts',
    mutator: 'ArrowFunction',
    code: /^\(\) => \(\{\}\)$/,
  },
  {
    reason: 'no record has a field of the name that it adds',
    file: 'suites/views/',
    mutator: 'ArrayDeclaration',
    code: /^\[\]$/,
    context: /\bchanges: \[\]/,
  },
  { reason: marks, file: 'suites/', mutator: 'ArrayDeclaration', context: /\bbeside: \[/ },
  {
    reason: cost,
    file: 'suites/',
    mutator: 'ArrowFunction',
    code: /^\((?:shown|changes|all)\) =>|^\(one\) => areSet\(one\)/,
    becomes: /^\(\) => undefined$/,
  },
  {
    reason: cost,
    file: 'suites/prod/shape.suite.ts',
    mutator: 'ObjectLiteral',
    code: /^\{ (?:query: \{ )?limit: readById\b/,
  },
  { reason: cost, file: 'suites/views/product-history.ts', code: /^write === undefined$/, becomes: /^true$/ },
  { reason: cost, file: 'suites/ver/published-item.ts', context: /one !== 'numeric' && one !== 'formula'/ },
  {
    reason: 'it is about a bound that lies halfway between what can be measured',
    file: 'suites/',
    mutator: 'EqualityOperator',
    code: /^(?:fall|again) >= due$|(?:>=|<) [^<>=]*\b(?:clocksApart|tolerance)$/,
    becomes: / (?:>|<=) /,
  },
]
