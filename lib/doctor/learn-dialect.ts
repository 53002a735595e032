import { RequestBudgetError } from '../client/unsent-errors.ts'
import { propertyTypes } from '../service/interface/patterns.ts'
import type { Session } from '../run/session.ts'
import { Undiscovered, type Found, type Source } from '../dialect/found.ts'

/** The learned names and forms, and why others could not be learned. */
export interface LearnedDialect {
  readonly found: Readonly<Record<string, Found<unknown>>>
  readonly missing: Readonly<Record<string, string>>
  /** Bodies from the description, if nothing may be created to try them. */
  readonly untried?: Readonly<Record<string, unknown>>
}

/** The source: the target file, the target's description, or its answers. */
export const sourceWords: Readonly<Record<Source, string>> = {
  declared: 'declared in the target file',
  description: 'from the description, and it works',
  'validation-error': 'probed: named by an error message',
  candidate: 'probed: tried and accepted',
  record: 'probed: shown by a record',
  default: 'probed: the default works',
}

/** The names of parameters; an existing item helps if nothing may be created. */
export async function learnParameters(session: Session): Promise<LearnedDialect> {
  const { dialect } = session
  return learn(session, [
    ['workspaceParameter', async () => dialect.workspaceParameter()],
    ['itemParameter', async () => dialect.itemParameter()],
    [
      'productParameter',
      async () => {
        if ((await dialect.productParameter()) === undefined)
          throw new Undiscovered('no parameter filtered the list of items by product')
      },
    ],
  ])
}

/** The creation bodies, learned by creating: only if writes are allowed. */
export async function learnCreations(session: Session): Promise<LearnedDialect> {
  const { dialect } = session
  return learn(session, [
    ['itemCreate', async () => dialect.itemBody({})],
    ...propertyTypes.map((type): Lesson => [`propertyCreate.${type}`, async () => dialect.propertyBody(type, {})]),
    ['itemBulk', async () => dialect.itemBulkBody([{}, {}])],
    ['propertyBulk', async () => dialect.propertyBulkBody([{}, {}])],
  ])
}

type Lesson = readonly [name: string, find: () => Promise<unknown>]

async function learn(session: Session, lessons: readonly Lesson[]): Promise<LearnedDialect> {
  const missing: Record<string, string> = {}
  for (const [name, find] of lessons)
    try {
      await find()
    } catch (error) {
      if (!(error instanceof Undiscovered || error instanceof RequestBudgetError)) throw error
      missing[name] = error.message
    }
  return { found: session.dialect.describe(), missing }
}
