import { setTimeout as sleep } from 'node:timers/promises'
import { inTurn, UntestedError, type Exchange, type Fields, type MadeFile, type Sources } from '#suite'
import { answerShowing } from '../shared/answer-showing.ts'
import { updateFile, userEdits, type UserEdit } from './user-edits.ts'
import { uploadText } from './upload-text.ts'
import { descriptionTimeout, placeholdersOf, waitForDescription } from './wait-for-description.ts'
import { usualTimeout, withAiUsage } from './with-ai-usage.ts'

/** What became of files that were uploaded while AI usage was on. */
export interface GenerationHistory {
  /** Nobody touched it. */
  readonly plain: { readonly upload: Exchange; readonly described: Exchange | undefined; readonly milliseconds: number }
  /** On a property, with a title and `allow_duplicate`, and nobody touched it. */
  readonly onProperty: Touched
  /** Texts that stand in the place of a description until it is generated. */
  readonly placeholders: ReadonlySet<string>
  /** The file of each edit; undefined if the edit waited for a description that never came. */
  readonly edited: ReadonlyMap<UserEdit, Touched | undefined>
  /** A user changed its title at once. */
  readonly titled: Touched
  /** The same, while no other file was waiting: its generation had begun. */
  readonly titledMeanwhile: Touched
}

export interface Touched {
  /** The record after the user's last update, or the upload. */
  readonly before: Exchange
  /** The record after generation has had its time. */
  readonly after: Exchange
}

/** Milliseconds after the first description within which those of files uploaded before it have come. */
const leastMargin = 300
const mostMargin = 10_000

/** Created once per session. AI usage is on as declared, or switched on meanwhile. */
export function generationHistory(sources: Sources): Promise<GenerationHistory> {
  const { session } = sources
  return session.shared('generation of descriptions', async () => {
    if (session.controls.has('setAiUsage')) return withAiUsage(sources, true, () => uploadAndDescribe(sources))
    if (session.configuration.targetFile.aiUsage === true) return uploadAndDescribe(sources)
    throw new UntestedError({
      reason: 'missing-control',
      needs: 'control:set-ai-usage',
      remedy: 'supply the control setAiUsage (--controls FILE): AI usage is declared off',
    })
  })
}

async function uploadAndDescribe(sources: Sources): Promise<GenerationHistory> {
  const { given, session } = sources
  const early = await inTurn(userEdits, async (edit) => {
    const file = await uploadTo(sources, edit.target)
    return { edit, file, before: edit.sent === 'before' ? await sendEdit(sources, file, edit) : undefined }
  })
  const makeTitled = async (): Promise<Uploaded> => {
    const file = await uploadTo(sources, 'item')
    return { file, before: await update(sources, file, [{ userTitle: given.name() }]) }
  }
  const makeOnProperty = async (): Promise<Uploaded> => {
    const file = await uploadTo(sources, 'property')
    return { file, before: file.exchange }
  }
  const [titled, onProperty] = [await makeTitled(), await makeOnProperty()]
  // Uploaded last: when this one is described, the others have had their time.
  const started = Date.now()
  const plain = await uploadText(sources)
  const placeholders = await placeholdersOf(given, [...early.map(({ file }) => file), onProperty.file, plain])
  const longest = descriptionTimeout(session)
  const described = await waitForDescription(given, { file: plain, placeholders, timeoutMs: longest })
  const milliseconds = Date.now() - started
  const timeoutMs = usualTimeout(sources, milliseconds)
  const wait = (file: MadeFile) => waitForDescription(given, { file, placeholders, timeoutMs })
  const read = ({ id }: MadeFile) => given.fileRecord(id)
  const since = (one: Uploaded, another: Further['another']) =>
    described === undefined ? asSeen(one) : firstDescribed(one, { another, wait, read })
  const [titledSince, onPropertySince] = await Promise.all([
    since(titled, makeTitled),
    since(onProperty, makeOnProperty),
  ])
  const sent = await inTurn(early, async ({ edit, file, before }) => {
    const isExpected = before === undefined && described !== undefined && (await wait(file)) !== undefined
    return { edit, file, before: isExpected ? await sendEdit(sources, file, edit) : before }
  })
  await sleep(described ? Math.min(Math.max(milliseconds, leastMargin), mostMargin) : 0)
  const edited = await inTurn(
    sent,
    async ({ edit, file, before }) => [edit, before && { before, after: await read(file) }] as const,
  )
  return {
    plain: { upload: plain.exchange, described, milliseconds },
    onProperty: onPropertySince,
    placeholders,
    edited: new Map(edited),
    titled: titledSince,
    // By now no other file waits for its description.
    titledMeanwhile: described === undefined ? titledSince : await since(await makeTitled(), makeTitled),
  }
}

async function uploadTo(sources: Sources, target: UserEdit['target']): Promise<MadeFile> {
  return uploadText(sources, target === 'item' ? undefined : (await sources.given.fileProperty('text')).id)
}

/** Sends the updates of a user and returns the record that the last one answers. */
function sendEdit(sources: Sources, file: MadeFile, { updates }: UserEdit): Promise<Exchange> {
  return update(
    sources,
    file,
    updates(() => sources.given.name()),
  )
}

async function update(sources: Sources, { id }: MadeFile, updates: readonly Fields[]): Promise<Exchange> {
  const last = (await inTurn(updates, (json) => updateFile(sources, id, json))).at(-1)
  return last === undefined ? sources.given.fileRecord(id) : answerShowing('description', last, sources)
}

/** A file of the history, and its record after the updates of a user. */
interface Uploaded {
  readonly file: MadeFile
  readonly before: Exchange
}

/** Further files that are uploaded if one is not described. lawful: of some files no description can be made. */
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
