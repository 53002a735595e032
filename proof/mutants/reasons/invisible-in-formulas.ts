import { nothingIsComputed, type Invisible } from './invisible.ts'

/** Mutants of formulas that no client can hold against the service. */
export const invisibleInFormulas: readonly Invisible[] = [
  {
    reason: nothingIsComputed,
    file: 'formulas/quantity.ts',
    code: /^(?!dimensionless\.has|unit === '%')/,
  },
  { reason: nothingIsComputed, file: 'formulas/quantity.ts', code: /^dimensionless|^unit === '%'/, becomes: /^false$/ },
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
  { reason: nothingIsComputed, file: 'formulas/compute-formula.ts', mutator: 'Sql', code: /^properties\.id = \?$/ },
  {
    reason: nothingIsComputed,
    file: 'formulas/compute-formula.ts',
    code: /^\{ known\.set\(|scope\.set\(name, quantity\)/,
    becomes: /^\{\}$/,
  },
  {
    reason: 'whether a formula without a result is refused is not documented',
    file: 'properties/create-property.ts',
    code: /^'formula'$/,
    context: /requireComputable/,
  },
  {
    reason: 'whether a formula without a result is refused is not documented',
    file: 'properties/update-property.ts',
    code: /^after\.expression !== before\.expression$/,
    becomes: /^false$/,
  },
]
