import fc from 'fast-check'
import type { RequirementId } from '../contract/requirement.ts'
import type { CheckContext, CheckOptions } from './check.ts'
import { checkProperty } from './check-property.ts'
import { register } from './register.ts'

export interface PropertyOptions<Id extends RequirementId> extends CheckOptions<Id> {
  /** The cost of one example: `cheap` is a read or two, `costly` several writes, `batch` covers several examples at once. */
  readonly cost?: 'cheap' | 'costly' | 'batch'
}

/** Numbers of generated examples by cost and effort. */
const examplesByCost = {
  cheap: { smoke: 3, quick: 8, standard: 15, thorough: 150 },
  costly: { smoke: 2, quick: 4, standard: 7, thorough: 50 },
  batch: { smoke: 1, quick: 1, standard: 2, thorough: 12 },
} as const

export interface Property<Input> {
  readonly inputs: fc.Arbitrary<Input>
  /** Inputs that are always tried before the generated ones. */
  readonly examples?: readonly Input[]
  /** Makes its claims of one input through `verify`. */
  readonly holds: (input: Input) => Promise<void>
}

/**
 * Declares a rule over generated inputs. `prepare` creates what all examples share; a failure is shrunk and reported with seed,
 * path and counterexample.
 */
export function forAll<const Id extends RequirementId, Input>(
  title: string,
  options: PropertyOptions<Id>,
  prepare: (context: CheckContext<Id>) => Promise<Property<Input>>,
): void {
  register('property', title, options, async (context) => {
    const { inputs, examples, holds } = await prepare(context)
    await checkProperty({
      title,
      session: context.session,
      property: (guard) => fc.asyncProperty(inputs, (input) => guard(() => holds(input))),
      numRuns: examplesByCost[options.cost ?? 'cheap'][context.session.configuration.effort],
      examples: (examples ?? []).map((input): [Input] => [input]),
    })
  })
}
