import { setTimeout as sleep } from 'node:timers/promises'
import { UntestedError, type Exchange, type Sources } from '#suite'
import { isGenerated } from './description-fields.ts'
import { generationHistory } from './generation-history.ts'
import { uploadText } from './upload-text.ts'
import { placeholdersOf, waitForDescription } from './wait-for-description.ts'
import { usualTimeout, withAiUsage } from './with-ai-usage.ts'

/** Milliseconds within which a switch in the web application is known to all that serves uploads. */
const switchedWithinMs = 2_000

/** What became of a file that was uploaded while AI usage was off. */
export interface HistoryWithoutAi {
  readonly after: Exchange
  /** The same of one on a property. */
  readonly onProperty: Exchange
  /** Texts that stand in the place of a description. */
  readonly placeholders: ReadonlySet<string>
  /** One that was uploaded after usage was switched on again, and its description; none if nobody can switch it. */
  readonly again?: { readonly upload: Exchange; readonly described: Exchange | undefined }
}

/** Created once per session, if AI usage is declared off or can be switched off. */
export function historyWithoutAi(sources: Sources): Promise<HistoryWithoutAi> {
  const { session } = sources
  const { aiUsage } = session.configuration.targetFile
  return session.shared('no generation of descriptions', async () => {
    if (session.controls.has('setAiUsage')) {
      const milliseconds = await quietPeriod(sources)
      return withAiUsage(sources, false, async () => {
        const quiet = await uploadAndWait(sources, milliseconds)
        return { ...quiet, again: await uploadOnceSwitchedOn(sources) }
      })
    }
    if (aiUsage === false) return uploadAndWait(sources, unmeasured)
    throw new UntestedError({
      reason: 'missing-control',
      needs: 'control:set-ai-usage',
      remedy: 'supply the control setAiUsage (--controls FILE): AI usage is declared on',
    })
  })
}

/** lawful: what was switched may be known everywhere a little later, so that files are uploaded once more if one is described */
async function uploadAndWait(sources: Sources, milliseconds: number): Promise<HistoryWithoutAi> {
  const history = await uploadAndWaitOnce(sources, milliseconds)
  const isQuiet = [history.after, history.onProperty].every((record) => !isGenerated(record, history.placeholders))
  if (isQuiet) return history
  await sleep(switchedWithinMs)
  return uploadAndWaitOnce(sources, milliseconds)
}

async function uploadAndWaitOnce(sources: Sources, milliseconds: number): Promise<HistoryWithoutAi> {
  const { given } = sources
  const file = await uploadText(sources)
  const other = await uploadText(sources, (await given.fileProperty('text')).id)
  const placeholders = await placeholdersOf(given, [file, other])
  await sleep(milliseconds)
  return { after: await given.fileRecord(file.id), onProperty: await given.fileRecord(other.id), placeholders }
}

/** What becomes of an upload after usage was off. A second one is made: what was switched may be known everywhere a little later. */
async function uploadOnceSwitchedOn(sources: Sources): Promise<Required<HistoryWithoutAi>['again']> {
  const { given, session } = sources
  const { plain, placeholders } = await generationHistory(sources)
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
  const { plain } = await generationHistory(sources)
  if (plain.described !== undefined) return Math.min(Math.max(3 * plain.milliseconds, 500), 3 * unmeasured)
  throw new UntestedError({
    reason: 'blocked',
    blockedBy: ['AI-01'],
    cause: 'the target did not generate a description with AI usage on either',
  })
}
