import { evenText, fieldOf, scenario, show, type CheckContext, type Claim, type RequirementId } from '#suite'
import { causes } from './causes.ts'
import { fileRows, fileRules, fileStory, type FileRow, type FileRule } from './file-story.ts'
import type { FileWrite } from './file-writes.ts'
import { usagesOf } from '../subjects/usages.ts'
import { isLeft } from './is-left.ts'
import { needsOf } from './needs-of.ts'
import { holdViews, ledTo, toldOf, type Told } from './story.ts'

for (const row of fileRows)
  scenario(
    `${row.name} is the same in all views${row.as === 'own' ? '' : ', by another user'}`,
    {
      verifies: fileRules,
      needs: [...needsOf(row.as), ...(row.write?.needs === undefined ? [] : [row.write.needs])],
      causedBy: [...causes.file.filter((id) => !isNoReason(id, row.write?.by)), ...causesBeside(row.write)],
    },
    (context) => holdFile(context, row),
  )

/** What a row is about is no other reason for what it sees; and an old description that stays is no worse when it was cleared. */
function isNoReason(id: RequirementId, about: FileWrite['by'] | undefined): boolean {
  return id === about || (about === 'FILE-15' && id === 'FILE-16')
}

/** Of two texts in one update, either may have been lost by what an update of the other one alone does, too. */
function causesBeside(write: FileWrite | undefined): readonly FileRule[] {
  return write?.changes.includes('userTitle') && write.changes.includes('description') ? ['FILE-14', 'FILE-15'] : []
}

async function holdFile(context: CheckContext<FileRule>, { name, target, write }: FileRow): Promise<void> {
  const { verify } = context
  const told = toldOf(await fileStory(context), name)
  if (write?.body !== undefined) holdUpdate(verify, write, told)
  holdViews(verify, told, write === undefined)
  for (const { answer, record } of [...told.seen, { answer: told.read, record: told.read.json }]) {
    verify('FILE-22', answer, ledTo(told)).that(isLiving(record))
    verify('FILE-09', answer, ledTo(told)).that(namesItsTarget(target, record))
  }
  verify('UP-25', told.before.read).isDatedNow('uploadedAt')
}

/** An update that another text would be a reason for tells nothing of what it was not given. */
const noReasonForWhatIsLeft: ReadonlySet<RequirementId> = new Set(['FILE-16', 'FILE-20'])

for (const { name, as, write } of fileRows)
  if (write !== undefined)
    scenario(
      `${name} has all else as before${as === 'own' ? '' : ', by another user'}`,
      {
        verifies: ['FILE-14', 'FILE-15', 'FILE-17', 'FILE-19', 'UP-25'],
        needs: [...needsOf(as), ...(write.needs === undefined ? [] : [write.needs])],
        causedBy: causes.file.filter((id) => !noReasonForWhatIsLeft.has(id)),
      },
      (context) => holdWhatIsLeft(context, name, write),
    )

/** lawful: no property type, for it is not required; a matrix that is called numeric */
function namesItsTarget(target: FileRow['target'], record: unknown): Claim {
  const usages = usagesOf(record)
  const types = usages.flatMap(({ propertyType }) => (typeof propertyType === 'string' ? [propertyType] : []))
  // Of several links, which a service may give to equal files, the others have targets of their own.
  const shown = usages.length === 1 ? types : []
  const lawful: readonly string[] = target === 'matrix' ? ['matrix', 'numeric'] : [target]
  return {
    claim: 'a link to a property names its type, where it names one',
    holds: target === 'item' || shown.every((type) => lawful.includes(type)),
    expected: lawful.join(' or '),
    received: shown.join(', '),
    criterion: { kind: 'each', field: 'property_type', lawful, mayBeMissing: true },
  }
}

const ruleOf = { userTitle: 'FILE-14', description: 'FILE-15' } as const

/** Claims that an update is accepted, and gives what it sends. */
function holdUpdate(
  verify: CheckContext<FileRule>['verify'],
  { by, mayBeRefused }: FileWrite,
  told: Told<FileRule>,
): void {
  if (by === 'UP-01' || told.answer === undefined) return
  if (mayBeRefused !== true) verify(by, told.answer).isAccepted(200)
  for (const field of ['userTitle', 'description'] as const) {
    const sent = told.sent[field]
    if (typeof sent === 'string' && sent !== '')
      verify(ruleOf[field], told.read, ledTo(told)).that(isGiven(field, sent, told))
  }
  if (told.sent['description'] !== '') return
  for (const { answer, record } of [...told.seen, { answer: told.read, record: told.read.json }])
    verify('FILE-16', answer, ledTo(told)).that(isCleared(record))
}

function isGiven(field: keyof typeof ruleOf, sent: string, { read }: Told<FileRule>): Claim {
  const shown = fieldOf(read, field)
  return {
    claim: `a file has the ${field} that an update gives`,
    holds: typeof shown === 'string' && evenText(shown) === evenText(sent),
    expected: show(sent),
    received: show(shown),
  }
}

function isCleared(record: unknown): Claim {
  const description = fieldOf({ json: record }, 'description')
  return {
    claim: 'a description that was cleared is gone',
    holds: description === undefined || description === null || description === '',
    expected: 'an empty text, null or nothing',
    received: `description ${show(description)} (in the record with id ${show(fieldOf({ json: record }, 'id'))})`,
  }
}

async function holdWhatIsLeft(context: CheckContext<Left>, name: string, write: FileWrite): Promise<void> {
  const told = toldOf(await fileStory(context), name)
  for (const [rule, claim] of whatIsLeft(write, told)) context.verify(rule, told.read, ledTo(told)).that(claim)
}

type Left = 'FILE-14' | 'FILE-15' | 'FILE-17' | 'FILE-19' | 'UP-25'

/** What no update of a file can change. */
const lasting = ['id', 'name', 'originalFileName', 'size_bytes', 'content_type', 'deleted', 'used_in']

function whatIsLeft(
  { name, by, changes }: FileWrite,
  { before, read }: Told<FileRule>,
): ReadonlyArray<readonly [Left, Claim]> {
  const left = (only: readonly string[]) =>
    isLeft(`what ${name} leaves`, { kind: 'file', before: before.read.json, after: read.json, only })
  if (by === 'FILE-17') return [['FILE-17', left(['userTitle', 'description', ...lasting])]]
  return [
    ...(changes.includes('userTitle') ? [] : [['FILE-15', left(['userTitle'])] as const]),
    ...(changes.includes('description') ? [] : [['FILE-14', left(['description'])] as const]),
    ['UP-25', left(['uploadedAt', 'uploadedBy'])],
    ['FILE-19', left(lasting.filter((field) => !changes.includes(field)))],
  ]
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
