import type { Mutant } from './instrument.ts'

interface Invisible {
  readonly reason: string
  readonly when: (mutant: Mutant) => boolean
}

/** Mutants that no client can hold against the service, each kind with the reason. */
const invisible: readonly Invisible[] = [
  {
    reason: 'the text of a message is free',
    when: ({ mutator, original }) => mutator === 'StringLiteral' && /^['`][^'`]*[a-z] [a-z][^'`]*['`]$/u.test(original),
  },
  { reason: 'what separates the parts of a message is free', when: at('http/query.ts', "', '") },
  { reason: 'what a converted document says is not documented', when: at('documents/render-') },
  { reason: 'how many printed documents are kept is a matter of speed', when: at('documents/document-printer.ts') },
  { reason: 'the wording of a generated description is free', when: at('descriptions/description-of.ts') },
  { reason: 'the type under which bytes are served is not documented', when: at('files/served-type.ts') },
  { reason: 'no request without a key comes this far', when: at('http/caller.ts', 'request.caller === null') },
  { reason: 'the codes in the entries of a validation error are free', when: at('http/body.ts', "'required'") },
  {
    reason: 'whether the type of a property may be changed is not documented',
    when: at('properties/update-property.ts', 'type === before.type'),
  },
  {
    reason: 'neither the description of a property nor the form of an unset one is documented for answers',
    when: at('properties/property.ts', '.description !== null'),
  },
  { reason: 'the status of a product may be left out', when: at('products/product.ts', 'as ProductStatus') },
  { reason: 'which units are known is not documented', when: at('formulas/quantity.ts') },
  {
    reason: 'an expression that cannot be computed has no result, whether it is refused first or not',
    when: at('formulas/parse-expression.ts'),
  },
  {
    reason: 'a formula that refers back to itself has no result, at whatever depth that is noticed',
    when: at('formulas/compute-formula.ts', 'underWay'),
  },
  {
    reason: 'a formula that a service does not compute is reported as untested',
    when: at('formulas/compute-formula.ts', 'quantity === undefined'),
  },
  {
    reason: 'a value that is no number gives no result either',
    when: at('formulas/compute-formula.ts', "source?.type !== 'numeric'"),
  },
  {
    reason: 'where in a body an expression stands is not documented',
    when: at('properties/create-property.ts', "['body']"),
  },
  {
    reason: 'the bodies of creations are not documented: what is refused throughout is reported as untested',
    when: at('properties/judge-content.ts', "typeof value === 'string'"),
  },
]

/** Why no client can see a mutant, where that is known. */
export function reasonFor(mutant: Mutant): string | undefined {
  return invisible.find(({ when }) => when(mutant))?.reason
}

function at(file: string, code = ''): Invisible['when'] {
  return (mutant) => mutant.file.startsWith(`reference/service/${file}`) && mutant.original.includes(code)
}
