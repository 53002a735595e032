import type { Mutant } from './mutant.ts'
import { sqlMutationsOf, withMutation } from './sql-mutations.ts'

/** An instrumented file with mutants of its statements beside the others, and those mutants. */
export interface SqlInstrumented {
  readonly content: string
  readonly mutants: readonly Mutant[]
}

/** Gives each literal with SQL, which the instrumenter can only empty, further switches at the place of that one. */
export function addSqlMutants(instrumented: string, mutants: readonly Mutant[]): SqlInstrumented {
  const added: Mutant[] = []
  let content = instrumented
  for (const emptied of mutants.filter(({ mutator }) => mutator === 'StringLiteral')) {
    const literal = emptied.original
    const place = `stryMutAct_9fa48("${emptied.id}") ? ${emptied.replacement} : `
    for (const [index, mutation] of sqlMutationsOf(literal).entries()) {
      const { mutator, original, replacement } = mutation
      const id = `${emptied.id}-${index}`
      const switched = content.replace(
        place,
        () => `stryMutAct_9fa48("${id}") ? ${withMutation(literal, mutation)} : ${place}`,
      )
      if (switched === content) throw new Error(`there is no place for a mutant of ${literal}`)
      content = switched
      const below = literal.slice(0, mutation.at).split('\n').length - 1
      const context = below === 0 ? emptied.context : (literal.split('\n')[below]?.trim() ?? '')
      added.push({ ...emptied, id, line: emptied.line + below, mutator, original, replacement, context })
    }
  }
  return { content, mutants: added }
}
