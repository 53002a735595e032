import type { Mutant } from './mutant.ts'
import type { Invisible } from './reasons/invisible.ts'
import { invisibleInAnswers } from './reasons/invisible-in-answers.ts'
import { invisibleInFiles } from './reasons/invisible-in-files.ts'
import { invisibleInFormulas } from './reasons/invisible-in-formulas.ts'
import { invisibleInRecords } from './reasons/invisible-in-records.ts'

const invisible: readonly Invisible[] = [
  ...invisibleInAnswers,
  ...invisibleInFiles,
  ...invisibleInFormulas,
  ...invisibleInRecords,
]

/** Why no client can see a mutant, if that is known. */
export function reasonFor(mutant: Mutant): string | undefined {
  return invisible.find((kind) => isOfKind(mutant, kind))?.reason
}

function isOfKind(mutant: Mutant, { file, mutator = '', code, becomes, context }: Invisible): boolean {
  if (!mutant.file.startsWith(`reference/service/${file}`)) return false
  if (!mutant.mutator.startsWith(mutator)) return false
  return isFound(code, mutant.original) && isFound(becomes, mutant.replacement) && isFound(context, mutant.context)
}

function isFound(pattern: RegExp | undefined, text: string): boolean {
  return pattern === undefined || pattern.test(text.replaceAll(/\s+/gu, ' '))
}
