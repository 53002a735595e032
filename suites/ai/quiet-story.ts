import { setTimeout as sleep } from 'node:timers/promises'
import { UntestedError, type CheckContext, type Exchange } from '#suite'
import { isGenerated } from './description-fields.ts'
import { generationStory } from './generation-story.ts'
import { uploadText } from './upload-text.ts'
import { placeholdersOf, waitForDescription } from './wait-for-description.ts'
import { usualTimeout, withAiUsage } from './with-ai-usage.ts'

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

/** Milliseconds within which a switch in the web application is known to all that serves uploads. */
const switchedWithinMs = 2_000

/** What became of a file that was uploaded while AI usage was off. */
export interface QuietStory {
  readonly after: Exchange
  /** The same of one on a property. */
  readonly onProperty: Exchange
  /** Texts that stand in the place of a description. */
  readonly placeholders: ReadonlySet<string>
  /** One that was uploaded after usage was switched on again, and its description; none if nobody can switch it. */
  readonly again?: { readonly upload: Exchange; readonly described: Exchange | undefined }
}

/** Told once per session, if AI usage is declared off or can be switched off. */
export function quietStory(sources: Sources): Promise<QuietStory> {
  const { session } = sources
  const { aiUsage } = session.configuration.targetFile
  return session.shared('no generation of descriptions', async () => {
    if (session.controls.has('setAiUsage')) {
      const milliseconds = await quietPeriod(sources)
      return withAiUsage(sources, false, async () => {
        const quiet = await tellQuiet(sources, milliseconds)
        return { ...quiet, again: await tellSwitchedOn(sources) }
      })
    }
    if (aiUsage === false) return tellQuiet(sources, unmeasured)
    throw new UntestedError({
      reason: 'missing-control',
      needs: 'control:set-ai-usage',
      remedy: 'supply the control setAiUsage (--controls FILE): AI usage is declared on',
    })
  })
}

/** lawful: what was switched may be known everywhere a little later, so that files are uploaded once more if one is described */
async function tellQuiet(sources: Sources, milliseconds: number): Promise<QuietStory> {
  const story = await tellQuietOnce(sources, milliseconds)
  const isQuiet = [story.after, story.onProperty].every((record) => !isGenerated(record, story.placeholders))
  if (isQuiet) return story
  await sleep(switchedWithinMs)
  return tellQuietOnce(sources, milliseconds)
}

async function tellQuietOnce(sources: Sources, milliseconds: number): Promise<QuietStory> {
  const { given } = sources
  const file = await uploadText(sources)
  const other = await uploadText(sources, (await given.fileProperty('text')).id)
  const placeholders = await placeholdersOf(given, [file, other])
  await sleep(milliseconds)
  return {
    after: await given.fileRecord(file.id),
    onProperty: await given.fileRecord(other.id),
    placeholders,
  }
}

/** What becomes of an upload after usage was off. A second one is made: what was switched may be known everywhere a little later. */
async function tellSwitchedOn(sources: Sources): Promise<Required<QuietStory>['again']> {
  const { given, session } = sources
  const { plain, placeholders } = await generationStory(sources)
  await session.controls.setAiUsage(true)
  const timeoutMs = usualTimeout(sources, plain.milliseconds)
  for (let tried = 1; ; tried += 1) {
    const file = await uploadText(sources)
    const described = await waitForDescription(given, { file, placeholders, timeoutMs })
    if (described !== undefined || tried === 2) return { upload: file.exchange, described }
  }
}

/** Milliseconds to wait if nobody has measured how long a description takes. */
const unmeasured = 5_000

/** Three times as long as a description takes if it comes; if none ever comes, its absence says nothing. */
async function quietPeriod(sources: Sources): Promise<number> {
  const { plain } = await generationStory(sources)
  if (plain.described !== undefined) return Math.min(Math.max(3 * plain.milliseconds, 500), 3 * unmeasured)
  throw new UntestedError({
    reason: 'blocked',
    blockedBy: ['AI-01'],
    cause: 'the target did not generate a description with AI usage on either',
  })
}
