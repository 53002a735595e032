import fc from 'fast-check'
import type { RequirementId } from '../contract/requirement.ts'
import type { CheckContext, CheckOptions } from './check.ts'
import { checkProperty } from './check-property.ts'
import { register } from './register.ts'

const sequences = { smoke: 1, quick: 2, standard: 2, thorough: 12 } as const
const longest = { smoke: 10, quick: 10, standard: 20, thorough: 40 } as const

export interface ModelRun<Model extends object, Real> {
  readonly commands: ReadonlyArray<fc.Arbitrary<fc.AsyncCommand<Model, Real>>>
  /** A new model and a new counterpart for the target, for each sequence. */
  readonly start: () => Promise<{ readonly model: Model; readonly real: Real }>
}

/** Declares a generated sequence of operations that is compared with a pure model; the shortest failing sequence is reported. */
export function modelRun<const Id extends RequirementId, Model extends object, Real>(
  title: string,
  options: CheckOptions<Id>,
  prepare: (context: CheckContext<Id>) => Promise<ModelRun<Model, Real>>,
): void {
  register('model', title, options, async (context) => {
    const { commands, start } = await prepare(context)
    const { effort } = context.session.configuration
    const replayPath = context.session.counterexamples.get(title)?.commandsPath
    const maxCommands = longest[effort]
    // By its default size fast-check draws ten commands at most, and most sequences end before anything is deleted.
    const constraints = { maxCommands, size: 'max', ...(replayPath === undefined ? {} : { replayPath }) } as const
    await checkProperty({
      title,
      session: context.session,
      property: (guard) =>
        fc.asyncProperty(fc.commands([...commands], constraints), async (sequence) => {
          let operations = 0
          const counted = [...sequence].map((command) => ({
            check: (model: Readonly<Model>) => command.check(model),
            run: async (model: Model, real: Real) => {
              operations += 1
              await command.run(model, real)
            },
          }))
          await guard(async () => {
            const started = await start()
            await fc.asyncModelRun(() => started, counted)
          })
          // A sequence of which no operation was possible proves nothing: another one is drawn.
          fc.pre(operations > 0)
        }),
      numRuns: sequences[effort],
      examples: [],
    })
  })
}
