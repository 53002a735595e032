import {
  fieldOf,
  propertyTypes,
  sameId,
  scenario,
  show,
  type CheckContext,
  type Claim,
  type Exchange,
  type Identity,
  type MadeFile,
  type PropertyType,
} from '#suite'
import { agree } from './agree.ts'
import { causes } from './causes.ts'
import { isLeft } from './is-left.ts'
import { needsOf } from './needs-of.ts'
import { fileWrites, type FileWrite } from './file-writes.ts'
import type { View } from './view.ts'

const rules = ['FILE-09', 'FILE-10', 'FILE-13', 'FILE-14', 'FILE-15', 'FILE-19', 'FILE-22', 'UP-20', 'UP-25'] as const
type Rule = (typeof rules)[number]
type Context = CheckContext<Rule>

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

type Target = 'item' | PropertyType
const targets: readonly Target[] = ['item', ...propertyTypes]

for (const [index, target] of targets.entries()) {
  const as = index % 2 === 0 ? 'same-organization' : 'own'
  scenario(
    `a new file of ${target === 'item' ? 'an item' : `a ${target} property`} is the same in all views${byWhom(as)}`,
    { verifies: rules, needs: needsOf(as), causedBy: causes.file },
    async (context) => {
      const { given, verify } = context
      const file = await given.file(await targetOf(given, target), { as })
      // lawful: a description that is generated after the answer
      const uploaded = answerViews(file.exchange, file.id, { differs: 'FILE-09', fields, except: ['description'] })
      const read = () => given.fileRecord(file.id)
      const views = [listView(given, file.id, []), ...uploaded]
      const after = await agree({ given, verify }, { kind: 'file', read, views })
      for (const { answer, record } of [...after.seen, { answer: after.read, record: after.read.json }])
        verify('FILE-22', answer).that(isLiving(record))
      verify('UP-20', after.read).that(hasItsSize(file, after.read))
    },
  )
}

for (const [index, write] of fileWrites.entries()) {
  const target = targets[index % 2 === 0 ? 0 : index] ?? 'item'
  const as = index % 3 === 0 ? 'own' : 'same-organization'
  scenario(
    `a file of ${target === 'item' ? 'an item' : `a ${target} property`} is the same in all views after ${write.name}${byWhom(as)}`,
    { verifies: rules, needs: needsOf(as), causedBy: causes.file },
    (context) => afterTheWrite(context, { write, target, as }),
  )
}

interface Row {
  readonly write: FileWrite
  readonly target: Target
  readonly as: Identity
}

async function afterTheWrite(context: Context, { write, target, as }: Row): Promise<void> {
  const { api, given, verify } = context
  const file = await given.file(await targetOf(given, target), { userTitle: given.name() })
  const json = { description: `before ${given.name()}` }
  given.requireSuccess(await api.send('updateFile', { path: { file_id: file.id }, json }), 'FILE-15')
  const read = () => given.fileRecord(file.id)
  const list = listView(given, file.id, ['description', ...write.changes])
  // What is kept for the next reader shows only where somebody has read before.
  const before = await read()
  await list.look(before)
  const answer = given.requireSuccess(await write.send(context, file, as), write.by)
  const views = [
    list,
    ...answerViews(answer, file.id, { differs: 'FILE-19', fields: { ...fields, used_in: 'FILE-19' } }),
  ]
  const after = await agree({ given, verify }, { kind: 'file', read, views })
  for (const { answer: shown, record } of [...after.seen, { answer: after.read, record: after.read.json }])
    verify('FILE-22', shown).that(isLiving(record))
  const left = (only: readonly string[]) =>
    isLeft(`what ${write.name} leaves`, { kind: 'file', before: before.json, after: after.read.json, only })
  if (!write.changes.includes('userTitle')) verify('FILE-15', after.read).that(left(['userTitle']))
  if (!write.changes.includes('description')) verify('FILE-14', after.read).that(left(['description']))
  verify('UP-25', after.read).that(left(['uploadedAt', 'uploadedBy']))
  verify('FILE-19', after.read).that(left(lasting))
}

/** What no update of a file can change. */
const lasting = ['id', 'name', 'originalFileName', 'size_bytes', 'content_type', 'deleted', 'used_in']

function byWhom(as: Identity): string {
  return as === 'own' ? '' : ' by another user'
}

async function targetOf(given: Context['given'], target: Target): Promise<string> {
  return (target === 'item' ? await given.fileItem() : await given.fileProperty(target)).id
}

/** The list of files; whether a file stands in it is asked elsewhere. */
function listView(given: Context['given'], id: string, changes: readonly string[]): View<Rule> {
  const told = {
    userTitle: changes.includes('userTitle') ? 'FILE-14' : 'FILE-10',
    description: changes.includes('description') ? 'FILE-15' : 'FILE-10',
  } as const
  return {
    name: 'the file list',
    differs: 'FILE-10',
    fields: { ...fields, ...told },
    look: async () => {
      const { entries, exchange } = await given.fileWindow()
      return { answer: exchange, record: entries.find((entry) => sameId(entry['id'], id)) }
    },
  }
}

function answerViews(
  answer: Exchange,
  id: string,
  blame: Pick<View<Rule>, 'differs' | 'except' | 'fields'>,
): ReadonlyArray<View<Rule>> {
  if (!sameId(fieldOf(answer, 'id'), id)) return []
  return [{ name: 'the answer to the write', ...blame, look: () => Promise.resolve({ answer, record: answer.json }) }]
}

function isLiving(record: unknown): Claim {
  const deleted = fieldOf({ json: record }, 'deleted')
  return {
    claim: 'a file that is there is not marked as deleted',
    holds: deleted !== true,
    expected: 'false',
    received: show(deleted),
  }
}

/** lawful: a size that is not told */
function hasItsSize({ part }: MadeFile, read: Exchange): Claim {
  const size = fieldOf(read, 'size_bytes') ?? part.bytes.length
  return {
    claim: 'a file has the size in bytes that was uploaded',
    holds: size === part.bytes.length,
    expected: show(part.bytes.length),
    received: show(size),
  }
}
