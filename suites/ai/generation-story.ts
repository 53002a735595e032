import { setTimeout as sleep } from 'node:timers/promises'
import { UntestedError, type CheckContext, type Exchange, type MadeFile } from '#suite'
import { descriptionIn, isGenerated } from './description-fields.ts'
import { uploadText } from './upload-text.ts'
import { descriptionTimeout, placeholdersIn, waitForDescription } from './wait-for-description.ts'

type Sources = Pick<CheckContext, 'api' | 'given' | 'session'>

/** What became of files that were uploaded while AI usage was on. */
export interface GenerationStory {
  /** Nobody touched it. */
  readonly plain: { readonly upload: Exchange; readonly described: Exchange | undefined; readonly milliseconds: number }
  /** On a property, with a title and `allow_duplicate`, and nobody touched it. */
  readonly onProperty: Touched
  /** Texts that stand in the place of a description until it is generated. */
  readonly placeholders: ReadonlySet<string>
  /** A person described it at once. */
  readonly changed: Touched
  /** A person described it and gave it another title in one update. */
  readonly changedWithTitle: Touched
  /** A person described it at once, and cleared that. */
  readonly cleared: Touched
  /** A person gave it another title at once. */
  readonly titled: Touched
}

export interface Touched {
  /** The record after the person's last update, or the upload. */
  readonly before: Exchange
  /** The record after generation has had its time. */
  readonly after: Exchange
}

export const personsText = 'written by a person'

/** Milliseconds within which a switch in the web application is known to all that serves uploads. */
const switchedWithinMs = 2_000

/** Milliseconds after the first description within which those of files uploaded before it have come. */
const leastMargin = 300
const mostMargin = 10_000

/** What became of a file that was uploaded while AI usage was off. */
export interface QuietStory {
  readonly upload: Exchange
  readonly after: Exchange
  /** The same of one on a property. */
  readonly onProperty: Exchange
  /** Texts that stand in the place of a description. */
  readonly placeholders: ReadonlySet<string>
  /** One that was uploaded after usage was switched on again, and its description; none where nobody can switch it. */
  readonly again?: { readonly upload: Exchange; readonly described: Exchange | undefined }
}

/** Told once a session. AI usage is on as declared, or switched on meanwhile. */
export function generationStory(sources: Sources): Promise<GenerationStory> {
  const { session } = sources
  return session.shared('generation of descriptions', async () => {
    if (session.controls.has('setAiUsage')) return withAiUsage(sources, true, () => tellGeneration(sources))
    if (session.configuration.targetFile.aiUsage === true) return tellGeneration(sources)
    throw new UntestedError({
      reason: 'missing-control',
      needs: 'control:set-ai-usage',
      remedy: 'AI usage is declared off: supply the control setAiUsage (--controls FILE)',
    })
  })
}

/** Told once a session, where AI usage is declared off or can be switched off. */
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
      remedy: 'AI usage is declared on: supply the control setAiUsage (--controls FILE)',
    })
  })
}

/** lawful: what was switched may be known everywhere a little later, so that files are uploaded once more where one is described */
async function tellQuiet(sources: Sources, milliseconds: number): Promise<QuietStory> {
  const story = await tellQuietOnce(sources, milliseconds)
  const isQuiet = [story.after, story.onProperty].every((record) => !isGenerated(record, story.placeholders))
  if (isQuiet) return story
  await sleep(switchedWithinMs)
  return tellQuietOnce(sources, milliseconds)
}

async function tellQuietOnce(sources: Sources, milliseconds: number): Promise<QuietStory> {
  const { given } = sources
  const { id, exchange: upload } = await uploadText(sources)
  const { id: other, exchange: otherUpload } = await uploadText(sources, (await given.fileProperty('text')).id)
  await sleep(milliseconds)
  return {
    upload,
    after: await given.fileRecord(id),
    onProperty: await given.fileRecord(other),
    placeholders: placeholdersIn([upload, otherUpload]),
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

/** Milliseconds within which a description comes where another one took as long as measured. */
function usualTimeout({ session }: Pick<Sources, 'session'>, measured: number): number {
  return Math.min(6_000 + 5 * measured, descriptionTimeout(session))
}

/** Milliseconds to wait where nobody has measured how long a description takes. */
const unmeasured = 5_000

/** Three times as long as a description takes where it comes; where none ever comes, its absence says nothing. */
async function quietPeriod(sources: Sources): Promise<number> {
  const { plain } = await generationStory(sources)
  if (plain.described !== undefined) return Math.min(Math.max(3 * plain.milliseconds, 500), 3 * unmeasured)
  throw new UntestedError({
    reason: 'blocked',
    blockedBy: ['AI-01'],
    cause: 'no description is generated while AI usage is on either',
  })
}

/**
 * Switches AI usage and back again. What it was before is declared, or seen from a file that was uploaded before the first
 * switch; where neither tells it is left off, which sends nobody's files anywhere.
 */
async function withAiUsage<Told>(sources: Sources, enabled: boolean, tell: () => Promise<Told>): Promise<Told> {
  const { given, session } = sources
  const probe = await session.shared('file from before AI usage was switched', () => uploadText(sources))
  await session.controls.setAiUsage(enabled)
  try {
    return await tell()
  } finally {
    const wasOn =
      session.configuration.targetFile.aiUsage ?? descriptionIn(await given.fileRecord(probe.id)) !== undefined
    await session.controls.setAiUsage(wasOn)
  }
}

async function tellGeneration(sources: Sources): Promise<GenerationStory> {
  const { api, given } = sources
  const update = async (id: string, json: Readonly<Record<string, string>>): Promise<void> => {
    const by = 'userTitle' in json ? 'FILE-14' : json['description'] === '' ? 'FILE-16' : 'FILE-15'
    given.requireSuccess(await api.send('updateFile', { path: { file_id: id }, json }), by)
  }
  const touch = async (updates: readonly Readonly<Record<string, string>>[]): Promise<Uploaded> => {
    const file = await uploadText(sources)
    for (const json of updates) await update(file.id, json)
    return { file, before: await given.fileRecord(file.id) }
  }
  const changed = await touch([{ description: personsText }])
  const changedWithTitle = await touch([{ description: personsText, userTitle: given.name() }])
  const cleared = await touch([{ description: personsText }, { description: '' }])
  const makeTitled = (): Promise<Uploaded> => touch([{ userTitle: given.name() }])
  const makeOnProperty = async (): Promise<Uploaded> => {
    const file = await uploadText(sources, (await given.fileProperty('text')).id)
    return { file, before: file.exchange }
  }
  const [titled, onProperty] = [await makeTitled(), await makeOnProperty()]
  // Uploaded last: when this one is described, the others have had their time.
  const started = Date.now()
  const plain = await uploadText(sources)
  const files = [...[changed, changedWithTitle, cleared, titled, onProperty].map(({ file }) => file), plain]
  const placeholders = placeholdersIn(files.map(({ exchange }) => exchange))
  const longest = descriptionTimeout(sources.session)
  const described = await waitForDescription(given, { file: plain, placeholders, timeoutMs: longest })
  const milliseconds = Date.now() - started
  const timeoutMs = usualTimeout(sources, milliseconds)
  const wait = (file: MadeFile) => waitForDescription(given, { file, placeholders, timeoutMs })
  const read = ({ id }: MadeFile) => given.fileRecord(id)
  const [titledSince, onPropertySince] =
    described === undefined
      ? [asSeen(titled), asSeen(onProperty)]
      : await Promise.all([
          firstDescribed(titled, { another: makeTitled, wait, read }),
          firstDescribed(onProperty, { another: makeOnProperty, wait, read }),
        ])
  await sleep(described ? Math.min(Math.max(milliseconds, leastMargin), mostMargin) : 0)
  return {
    plain: { upload: plain.exchange, described, milliseconds },
    onProperty: onPropertySince,
    placeholders,
    changed: { before: changed.before, after: await read(changed.file) },
    changedWithTitle: { before: changedWithTitle.before, after: await read(changedWithTitle.file) },
    cleared: { before: cleared.before, after: await read(cleared.file) },
    titled: titledSince,
  }
}

/** A file of the story, and its record after what a person did to it. */
interface Uploaded {
  readonly file: MadeFile
  readonly before: Exchange
}

/** Further files that are uploaded where one is not described. lawful: of some files no description can be made. */
const furtherFiles = 2

interface Further {
  readonly another: () => Promise<Uploaded>
  readonly wait: (file: MadeFile) => Promise<Exchange | undefined>
  readonly read: (file: MadeFile) => Promise<Exchange>
}

/** What became of a file, or of the first of some others like it that is described. */
async function firstDescribed(first: Uploaded, { another, wait, read }: Further): Promise<Touched> {
  const tried = async (one: Uploaded): Promise<Touched | undefined> => {
    const after = await wait(one.file)
    return after && { before: one.before, after }
  }
  const described = await tried(first)
  if (described !== undefined) return described
  const others = await Promise.all(Array.from({ length: furtherFiles }, () => another()))
  const since = await Promise.all(others.map((one) => tried(one)))
  return since.find((one) => one !== undefined) ?? { before: first.before, after: await read(first.file) }
}

function asSeen({ before }: Uploaded): Touched {
  return { before, after: before }
}
