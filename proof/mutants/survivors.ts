import type { Mutant } from './mutant.ts'
import type { Invisible } from './reasons/invisible.ts'
import { invisibleInAnswers } from './reasons/invisible-in-answers.ts'
import { invisibleInFiles } from './reasons/invisible-in-files.ts'
import { invisibleInFormulas } from './reasons/invisible-in-formulas.ts'
import { invisibleInRecords } from './reasons/invisible-in-records.ts'
import { withoutVerdict } from './reasons/without-verdict.ts'

const ofReference: readonly Invisible[] = [
  ...invisibleInAnswers,
  ...invisibleInFiles,
  ...invisibleInFormulas,
  ...invisibleInRecords,
]

const service = 'reference/service/'

/** Why no client can see a mutant of the reference, or no verdict shows one of the suite, if that is known. */
export function reasonFor(mutant: Mutant): string | undefined {
  const isOfReference = mutant.file.startsWith(service)
  const file = isOfReference ? mutant.file.slice(service.length) : mutant.file
  return (isOfReference ? ofReference : withoutVerdict).find((kind) => isOfKind({ ...mutant, file }, kind))?.reason
}

function isOfKind(mutant: Mutant, { file, mutator = '', code, becomes, context }: Invisible): boolean {
  if (!mutant.file.startsWith(file)) return false
  if (!mutant.mutator.startsWith(mutator)) return false
  return isFound(code, mutant.original) && isFound(becomes, mutant.replacement) && isFound(context, mutant.context)
}

function isFound(pattern: RegExp | undefined, text: string): boolean {
  return pattern === undefined || pattern.test(text.replaceAll(/\s+/gu, ' '))
}
