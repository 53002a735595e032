import { fieldOf, isSameValue, scenario, type CheckContext, type Entry, type Exchange } from '#suite'
import { fileRows, fileRules, fileStory, type FileRow, type FileRule } from './file-story.ts'
import type { FileWrite } from './file-writes.ts'
import { linkTypes, placementsOf } from '../shared/usages.ts'
import { needsOf } from './needs-of.ts'
import { shownFields } from './shown-fields.ts'
import { holdViews, ledTo, toldOf, type Story, type Told } from './story.ts'

for (const row of fileRows)
  scenario(
    `${row.name} is the same in all views${row.as === 'own' ? '' : ', by another user'}`,
    {
      verifies: fileRules,
      needs: [...needsOf(row.as), ...(row.write?.needs === undefined ? [] : [row.write.needs])],
    },
    (context) => holdFile(context, row),
  )

async function holdFile(context: CheckContext<FileRule>, { name, target, write }: FileRow): Promise<void> {
  const { verify } = context
  const story = await fileStory(context)
  const told = toldOf(story, name)
  const types = target === 'item' ? [] : await linkTypes(context, target)
  if (write?.body !== undefined) holdUpdate(context, write, { told, story })
  holdViews(verify, told, write === undefined)
  for (const { answer, record } of [...told.seen, { answer: told.read, record: told.read.json }]) {
    verify('FILE-22', answer, ledTo(told)).eachHas(
      'deleted',
      { except: [true] },
      { among: [record], mayBeMissing: true },
    )
    const among = typesNamed(record, answer)
    verify('UP-04', answer, ledTo(told)).eachHas('property_type', types, { among, where: target !== 'item' })
  }
  verify('UP-25', told.before.read).isDatedNow('uploadedAt')
}

for (const { name, as, write } of fileRows)
  if (write !== undefined)
    scenario(
      `${name} keeps all other fields${as === 'own' ? '' : ', by another user'}`,
      {
        verifies: ['FILE-14', 'FILE-15', 'FILE-17', 'FILE-19', 'UP-25'],
        needs: [...needsOf(as), ...(write.needs === undefined ? [] : [write.needs])],
      },
      (context) => holdWhatIsLeft(context, name, write),
    )

/**
 * The types that links show. Of several links, which a service may give to equal files, the others have targets of their own.
 * lawful: a list that does not tell the type
 */
function typesNamed(record: unknown, { endpoint }: Exchange): ReadonlyArray<Entry> {
  const links = placementsOf(record)
  const isTold = ({ property_type: type }: Entry) => type !== undefined && (type !== null || endpoint !== 'listFiles')
  return links.length === 1 ? links.filter(isTold) : []
}

const ruleOf = { userTitle: 'FILE-14', description: 'FILE-15' } as const

/** Whether a text stays as it is in each update of another field: where it does not, it is lost beside that one for the same reason. */
function isLeftByOthers(story: Story<FileRule>, field: 'userTitle' | 'description'): boolean {
  return fileRows.every(({ name, write }) => {
    const outcome = story.get(name)
    if (write?.body === undefined || write.changes.includes(field) || outcome?.status !== 'fulfilled') return true
    const { before, read } = outcome.value
    return isSameValue(field, fieldOf(before.read, field), fieldOf(read, field))
  })
}

/** Claims that an update is accepted, and gives what it sends. */
function holdUpdate(
  { verify }: Pick<CheckContext<FileRule>, 'verify'>,
  { by, mayBeRefused }: FileWrite,
  { told, story }: { readonly told: Told<FileRule>; readonly story: Story<FileRule> },
): void {
  if (by === 'UP-01' || told.answer === undefined) return
  if (mayBeRefused !== true) verify(by, told.answer).isAccepted(200)
  for (const field of ['userTitle', 'description'] as const) {
    const sent = told.sent[field]
    if (typeof sent !== 'string' || sent === '') continue
    const where = Object.keys(told.sent).length === 1 || isLeftByOthers(story, field)
    verify(ruleOf[field], told.read, ledTo(told)).shows({ [field]: sent }, { where })
  }
  if (told.sent['description'] !== '') return
  for (const { answer, record } of [...told.seen, { answer: told.read, record: told.read.json }])
    verify('FILE-16', answer, ledTo(told)).lacks('description', { in: record })
}

async function holdWhatIsLeft(context: CheckContext<Left>, name: string, write: FileWrite): Promise<void> {
  const told = toldOf(await fileStory(context), name)
  for (const [rule, only] of whatIsLeft(write))
    context.verify(rule, told.read, ledTo(told)).shows(shownFields('file', told.before.read.json, { only }))
}

type Left = 'FILE-14' | 'FILE-15' | 'FILE-17' | 'FILE-19' | 'UP-25'

/** What no update of a file can change. */
const lasting = ['id', 'name', 'originalFileName', 'size_bytes', 'content_type', 'deleted', 'used_in']

/** The fields that an update leaves as they are, by the rule that says so. */
function whatIsLeft({ by, changes }: FileWrite): ReadonlyArray<readonly [Left, only: readonly string[]]> {
  if (by === 'FILE-17') return [['FILE-17', ['userTitle', 'description', ...lasting]]]
  return [
    ...(changes.includes('userTitle') ? [] : [['FILE-15', ['userTitle']] as const]),
    ...(changes.includes('description') ? [] : [['FILE-14', ['description']] as const]),
    ['UP-25', ['uploadedAt', 'uploadedBy']],
    ['FILE-19', lasting.filter((field) => !changes.includes(field))],
  ]
}
