import { fieldOf, isSameValue, scenario, type Entry, type Exchange, pick, each } from '#suite'
import { fileRows, fileRules, fileHistory, type FileRule, writtenFiles } from './file-history.ts'
import type { FileWrite } from './file-writes.ts'
import { linkTypes, placementsOf } from '../shared/usages.ts'
import { needsOf } from './needs-of.ts'
import { shownFields } from './shown-fields.ts'
import { compare, type Snapshot, type Seen } from './consistency.ts'
import { changeOf, type History, type Change } from './history.ts'
import { type FilePlace } from './file-writes.ts'

// `fileHistory`: POST /files/{target_id}, GET /files/{id} and GET /files (`before`), what `row.write` sends as `row.actor`, and the reads again
// (`after`). A snapshot holds the read by id and what each view showed; `compare` claims that they agree.

for (const { name, snapshot, ...row } of fileRows)
  scenario(`${name} is the same in all views`, { verifies: fileRules, needs: needsOf(row) }, async (context) => {
    const { verify } = context
    const { ledBy, ...change } = changeOf(await fileHistory(context, name), name)
    compare(verify, change[snapshot], ledBy)
    await each(viewsOf(change.after), async ({ answer, record }) =>
      verify('FILE-22', answer, ledBy).eachHas('deleted', { except: [true] }, { among: [record], mayBeMissing: true }),
    )
  })

/** Files whose update must be accepted; its answer is what led to the last snapshot. */
const updatedFiles = writtenFiles.filter(({ write }) => write.body !== undefined && write.mayBeRefused !== true)

for (const { name, by, write, actor } of updatedFiles)
  scenario(
    `${name} shows what was sent`,
    { verifies: [by, ...rulesOfTexts(write)], needs: needsOf({ actor, write }) },
    async (context) => {
      const { verify } = context
      const history = await fileHistory(context, name)
      const change = changeOf(history, name)
      const { sent, after, ledBy } = change
      verify(by, ledBy.slice(-1)).isAccepted(200)
      const isExpected = (field: Text): boolean => isShownIn(change, field, history)
      verify('FILE-14', after.read, ledBy).shows(pick(sent, ['userTitle']), { where: isExpected('userTitle') })
      verify('FILE-15', after.read, ledBy).shows(pick(sent, ['description']), { where: isExpected('description') })
      await each(viewsOf(after), async ({ answer, record }) =>
        verify('FILE-16', answer, ledBy).lacks('description', { in: record, where: sent['description'] === '' }),
      )
    },
  )

for (const { name, target, ...row } of fileRows.filter((one) => one.target !== 'item'))
  scenario(`${name} shows the property type`, { verifies: ['UP-04'], needs: needsOf(row) }, async (context) => {
    const { after, ledBy } = changeOf(await fileHistory(context, name), name)
    const types = await typesOfLinks(context, target)
    await each(viewsOf(after), async ({ answer, record }) => {
      const among = typesNamed(record, answer)
      context.verify('UP-04', answer, ledBy).eachHas('used_in.property_type', types, { among })
    })
  })

for (const { name, ...row } of fileRows)
  scenario(`${name} shows its upload time`, { verifies: ['UP-25'], needs: needsOf(row) }, async (context) => {
    const { before } = changeOf(await fileHistory(context, name), name)
    context.verify('UP-25', before.read).isDatedNow('uploadedAt')
  })

/** What no update of a file can change. */
const lasting = ['id', 'name', 'originalFileName', 'size_bytes', 'content_type', 'deleted', 'used_in']

/** What a write leaves as it is, unless that is what it changes. */
const kept: readonly Kept[] = [
  { rule: 'FILE-15', what: 'its title', fields: ['userTitle'] },
  { rule: 'FILE-14', what: 'its description', fields: ['description'] },
  { rule: 'UP-25', what: 'its upload time and user', fields: ['uploadedAt', 'uploadedBy'] },
  { rule: 'FILE-19', what: 'its name, size and links', fields: lasting },
]
const keptByEmptyUpdate: Kept = {
  rule: 'FILE-17',
  what: 'all fields',
  fields: ['userTitle', 'description', ...lasting],
}

interface Kept {
  readonly rule: 'FILE-14' | 'FILE-15' | 'FILE-17' | 'FILE-19' | 'UP-25'
  readonly what: string
  readonly fields: readonly string[]
}

const keptRows = writtenFiles.flatMap(({ name, write, actor }) =>
  (write.by === 'FILE-17' ? [keptByEmptyUpdate] : kept)
    .map((row) => ({ ...row, name, write, actor, only: row.fields.filter((field) => !write.changes.includes(field)) }))
    .filter(({ only }) => only.length > 0),
)

for (const { name, write, actor, rule, what, only } of keptRows)
  scenario(`${name} keeps ${what}`, { verifies: [rule], needs: needsOf({ actor, write }) }, async (context) => {
    const { before, after, ledBy } = changeOf(await fileHistory(context, name), name)
    context.verify(rule, after.read, ledBy).shows(shownFields('file', before.read.json, { only }))
  })

/** The rules about the texts that an update sends. */
function rulesOfTexts({ changes }: FileWrite): ReadonlyArray<'FILE-14' | 'FILE-15' | 'FILE-16'> {
  return [
    ...(changes.includes('userTitle') ? (['FILE-14'] as const) : []),
    ...(changes.includes('description') ? (['FILE-15', 'FILE-16'] as const) : []),
  ]
}

/** The record by id, and what each view showed beside it. */
function viewsOf({ read, seen }: Snapshot<FileRule>): readonly Seen[] {
  return [...seen, { answer: read, record: read.json }]
}

function typesOfLinks(context: Parameters<typeof linkTypes>[0], target: FilePlace): Promise<readonly string[]> {
  return target === 'item' ? Promise.resolve([]) : linkTypes(context, target)
}

/**
 * The types that links show. Of several links, which a service may give to equal files, the others have targets of their own.
 * lawful: a list that does not tell the type
 */
function typesNamed(record: unknown, { endpoint }: Exchange): ReadonlyArray<Readonly<Record<'used_in', Entry>>> {
  const links = placementsOf(record)
  const isTold = ({ property_type: type }: Entry) => type !== undefined && (type !== null || endpoint !== 'listFiles')
  return links.length === 1 ? links.filter(isTold).map((link) => ({ used_in: link })) : []
}

type Text = 'userTitle' | 'description'

/** Whether a text that was sent must be shown: alone, or beside another one that every update leaves as it is. */
function isShownIn({ sent }: Change<FileRule>, field: Text, history: History<FileRule>): boolean {
  const isSent = typeof sent[field] === 'string' && sent[field] !== ''
  return isSent && (Object.keys(sent).length === 1 || isLeftByOthers(history, field))
}

/** Whether a text stays as it is in each update of another field: if it does not, it is lost beside that one for the same reason. */
function isLeftByOthers(history: History<FileRule>, field: Text): boolean {
  return fileRows.every(({ name, write }) => {
    const outcome = history.get(name)
    if (write?.body === undefined || write.changes.includes(field) || outcome?.status !== 'fulfilled') return true
    const { before, after } = outcome.value
    return isSameValue(field, fieldOf(before.read, field), fieldOf(after.read, field))
  })
}
