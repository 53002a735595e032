import { fieldOf, isRecord, pick, sameId, show } from '#suite'
import type { Exchange, Given, Identity, MadeFile, Sources } from '#suite'
import { usagesOf } from '../shared/usages.ts'
import { whenNotLocked } from '../shared/when-not-locked.ts'
import { fileWrites, type FileWrite, type FilePlace } from './file-writes.ts'
import { requireAllowed } from './require-allowed.ts'
import { oncePerMoment, type View } from './consistency.ts'
import { type History, historyInTwoRounds, sharedHistory, type Step } from './history.ts'
import { longDescription } from './long-description.ts'

/** What views of files may break. */
export const fileRules = [
  'FILE-09',
  'FILE-10',
  'FILE-14',
  'FILE-15',
  'FILE-16',
  'FILE-17',
  'FILE-19',
  'FILE-22',
  'UP-02',
  'UP-04',
  'UP-20',
  'UP-25',
] as const
export type FileRule = (typeof fileRules)[number]

type UploadOptions = Parameters<Given['file']>[1]
/** Fields of a file that are stated one by one, wherever it is shown. */
const fields = {
  userTitle: 'FILE-14',
  description: 'FILE-15',
  size_bytes: 'UP-20',
  originalFileName: 'UP-20',
  uploadedAt: 'UP-25',
  uploadedBy: 'UP-25',
  used_in: 'FILE-09',
  deleted: 'FILE-22',
} as const

/** A file on a target, by one of two users of the organization, and what is written to it; nothing if it is new. */
export interface FileRow {
  readonly name: string
  readonly target: FilePlace
  readonly actor: Identity
  readonly write?: FileWrite
  /** Whether it is uploaded with a title; a file that is written to is. */
  readonly isTitled: boolean
  /** The rule that is broken if an update is rejected. */
  readonly by: Exclude<FileWrite['by'], 'UP-01'>
  /** Which snapshot is compared: the first if the file is new. */
  readonly snapshot: 'before' | 'after'
}

function newFile(target: FilePlace, row: Pick<FileRow, 'actor' | 'isTitled'>): FileRow {
  const uploaded = row.actor === 'own' ? 'a file uploaded' : 'a file that another user uploaded'
  return { name: `${uploaded} to ${named(target)}`, target, ...row, by: 'FILE-14', snapshot: 'before' }
}

const newFiles = [
  newFile('item', { actor: 'same-organization', isTitled: true }),
  newFile('numeric', { actor: 'own', isTitled: false }),
  newFile('formula', { actor: 'same-organization', isTitled: false }),
  newFile('matrix', { actor: 'own', isTitled: true }),
  newFile('text', { actor: 'same-organization', isTitled: false }),
  newFile('date', { actor: 'own', isTitled: false }),
  newFile('status', { actor: 'same-organization', isTitled: true }),
]

export interface WrittenFile extends FileRow {
  readonly write: FileWrite
}

export const writtenFiles = fileWrites.map((write): WrittenFile => {
  const { actor, target } = write
  // An upload beside it is judged elsewhere.
  const by = write.by === 'UP-01' ? 'FILE-14' : write.by
  const byWhom = actor === 'own' ? '' : ' by another user'
  const name = `after ${write.name}${byWhom}, ${named(target)}'s file`
  return { name, target, actor, write, by, isTitled: true, snapshot: 'after' }
})

export const fileRows: readonly FileRow[] = [...newFiles, ...writtenFiles]

function named(target: FilePlace): string {
  return target === 'item' ? 'an item' : `a ${target} property`
}

/** What happens to files; made once per session. */
export function fileHistory(sources: Sources, only: string): Promise<History<FileRule>> {
  const { given, session } = sources
  return sharedHistory(session, { name: 'files that are written to', rows: fileRows, only }, (rows) => {
    const list: FileList = oncePerMoment(() => given.fileWindow())
    return historyInTwoRounds(given, {
      rows,
      placeOf: ({ name, write, target }) => (write === undefined ? name : target),
      make: async (row) => ({ file: await fileOf(sources, row), changed: new Set(['description']) }),
      stepOf: (row, made) => stepOf(sources, row, { ...made, list }),
    })
  })
}

type FileList = ReturnType<typeof oncePerMoment<Awaited<ReturnType<Given['fileWindow']>>>>

/** A file as it is before a row's write. */
async function fileOf({ api, given, session }: Sources, row: FileRow): Promise<MadeFile> {
  const { target, actor: as, write, isTitled } = row
  if (as === 'same-organization') await session.ensureKey(as)
  const { id: targetId } = target === 'item' ? await given.fileItem() : await given.fileProperty(target)
  const userTitle = given.name()
  const titled = isTitled ? { userTitle } : {}
  const file = await given.file(targetId, { ...titled, ...(write === undefined && { as, ...wideText(given) }) })
  for (const json of write === undefined
    ? []
    : before(write, { userTitle, description: longDescription(`before ${given.name()}`) }))
    given.requireSuccess(await api.send('updateFile', { path: { file_id: file.id }, json }), 'FILE-15')
  return file
}

interface Made {
  readonly file: MadeFile
  /** What its updates have changed so far: a list that is late shows the text of an earlier one. */
  readonly changed: Set<string>
  readonly list: FileList
}

async function stepOf(sources: Sources, row: FileRow, { file, changed, list }: Made): Promise<Step<FileRule>> {
  const { actor: as, write } = row
  const { api, given, session } = sources
  if (as === 'same-organization') await session.ensureKey(as)
  const read = () => given.fileRecord(file.id)
  // lawful: a description that is generated after the answer
  const uploaded = { differs: 'FILE-09', fields, except: ['description', 'used_in'], late } as const
  if (write === undefined) {
    const views = [
      listView(file, [], list),
      sentView(file),
      ...answerViews(file.exchange, file, uploaded),
      ...linkViews(file, list),
    ]
    return { record: { kind: 'file', read, views }, isNew: true, write: () => Promise.resolve(file.exchange) }
  }
  for (const field of write.changes) changed.add(field)
  const sent = write.body?.(given)
  return {
    record: { kind: 'file', read, views: [listView(file, [...changed], list), uploadedView(file, write.changes)] },
    ...(sent === undefined ? {} : { sent }),
    write: async () => {
      if (sent !== undefined) {
        const update = () => api.send('updateFile', { path: { file_id: file.id }, json: sent, as })
        return requireAllowed(given, await whenNotLocked(given, update), as)
      }
      const answer = await write.send?.(sources, file, as)
      return answer === undefined ? undefined : given.requireSuccess(answer, write.by)
    },
    opened: (_, answer) => answerViews(answer, file, updatedBy(write)),
  }
}

interface Texts {
  readonly userTitle: string
  readonly description: string
}

/**
 * Updates that come before a file is first looked at. The same title again: whoever lists the file before, and keeps what was
 * listed, keeps no older one. By itself, after the description, if the description alone is what is written next: an update that
 * resets the title has done so before, else.
 */
function before({ by, changes }: FileWrite, { userTitle, description }: Texts): readonly Partial<Texts>[] {
  const isAlone = by === 'FILE-15' && !changes.includes('userTitle')
  return isAlone ? [{ description }, { userTitle }] : [{ userTitle, description }]
}

/** The list of files; whether a file stands in it is asked elsewhere. */
function listView({ id }: MadeFile, changes: readonly string[], list: FileList): View<FileRule> {
  const change = {
    userTitle: changes.includes('userTitle') ? 'FILE-14' : 'FILE-10',
    description: changes.includes('description') ? 'FILE-15' : 'FILE-10',
  } as const
  return {
    name: 'the file list',
    differs: 'FILE-10',
    fields: { ...fields, ...change },
    look: async (_, moment) => {
      const { entries, exchange } = await list(moment)
      return { answer: exchange, record: entries.find((entry) => sameId(entry['id'], id)) }
    },
  }
}

/** A text whose characters are longer than a byte: whoever counts them comes to another size. */
function wideText(given: Given): UploadOptions {
  const bytes = Buffer.from('Größe ½ Zoll 漢字\n'.repeat(1 + (given.freshSize() % 400)))
  return { bytes, contentType: 'text/plain', filename: `${given.word()}.txt`, allowDuplicate: 'true' }
}

/** What was sent. lawful: a size that is not told */
function sentView({ part, exchange }: MadeFile): View<FileRule> {
  return {
    name: 'the upload',
    isSent: true,
    differs: 'UP-20',
    look: (read) => {
      const isTold = typeof fieldOf(read, 'size_bytes') === 'number'
      return Promise.resolve({ answer: exchange, record: isTold ? { size_bytes: part.bytes.length } : {} })
    },
  }
}

/** What the upload showed, and no update of the file may change: one was made before it was first read. */
function uploadedView({ exchange }: MadeFile, changes: readonly string[]): View<FileRule> {
  const kept = ['name', 'originalFileName', 'used_in'].filter((field) => !changes.includes(field))
  const record = isRecord(exchange.json) ? pick(exchange.json, kept) : {}
  return { name: 'the upload', differs: 'FILE-19', look: () => Promise.resolve({ answer: exchange, record }) }
}

/** lawful: a size that is found out shortly after the upload was answered */
const late = ['size_bytes'] as const

type Blame = Pick<View<FileRule>, 'differs' | 'except' | 'fields' | 'late'>
const updated = { differs: 'FILE-19', fields: { ...fields, used_in: 'FILE-19' }, late } as const satisfies Blame
const leftBeside = { title: { description: 'FILE-14' }, description: { userTitle: 'FILE-15' } } as const

/** An update of one text that answers with another one of the other text than the file has did not leave that alone. */
function updatedBy({ body, changes }: FileWrite): Blame {
  if (body === undefined || changes.length !== 1) return updated
  return {
    ...updated,
    fields: { ...updated.fields, ...leftBeside[changes[0] === 'userTitle' ? 'title' : 'description'] },
  }
}

/**
 * The links that the answer to an upload shows. Where the list shows those that the record by id has, it is the answer that
 * is wrong. lawful: a list without links; then it is wrong where the record by id has the link to the target
 */
function linkViews({ id, targetId, exchange: answer }: MadeFile, list: FileList): ReadonlyArray<View<FileRule>> {
  const links = isRecord(answer.json) ? pick(answer.json, ['used_in']) : {}
  const view = (differs: 'UP-02' | 'FILE-09'): View<FileRule> => ({
    name: 'the answer to the upload',
    differs,
    look: async (read, moment) => {
      const { entries } = await list(moment)
      const entry = entries.find((one) => sameId(one['id'], id))
      const isConfirmed =
        entry?.['used_in'] === undefined
          ? usagesOf(read.json).some((usage) => sameId(usage.targetId, targetId))
          : show(linksOf(entry)) === show(linksOf(read.json))
      return { answer, record: isConfirmed === (differs === 'UP-02') ? links : {} }
    },
  })
  return [view('UP-02'), view('FILE-09')]
}

function linksOf(record: unknown): unknown {
  return usagesOf(record)
    .map((usage) => show(usage))
    .toSorted()
}

function answerViews(answer: Exchange | undefined, { id }: MadeFile, blame: Blame): ReadonlyArray<View<FileRule>> {
  if (answer === undefined || !sameId(fieldOf(answer, 'id'), id)) return []
  return [{ name: 'the answer to the write', ...blame, look: () => Promise.resolve({ answer, record: answer.json }) }]
}
