import { assume, blocked, scenario, type CheckContext, type Exchange, type MadeFile, rejected } from '#suite'
import { fileTargetNames, fileTargets } from '../shared/file-targets.ts'
import { sharedItem } from '../shared/shared-place.ts'
import { controlUpload } from './control-upload.ts'

const needs = ['write'] as const
const duplicate = { status: 409, code: 'duplicate_file' } as const

type Context = CheckContext<'UP-09'>

/** A file that is uploaded once more. */
interface Again {
  readonly what: string
  /** The file that is there; without it, one on an item that many rows share. */
  readonly first?: (context: Context) => Promise<MadeFile>
  /** The second upload; without it, the same bytes to the same target. */
  readonly second?: (context: Context, first: MadeFile) => Promise<Exchange>
  /** Beside writing. */
  readonly needs?: 'same-org-key|control:create-key'
  readonly hint: string
}

/** Beyond the sizes at which a body is read in pieces, or goes to a file. */
const largeSize = 150_000

const sameBytes: NonNullable<Again['second']> = ({ given }, { targetId, part }) =>
  given.sendUpload(targetId, { bytes: part.bytes })
const otherBytes: NonNullable<Again['second']> = ({ given }, { targetId, part }) =>
  given.sendUpload(targetId, { bytes: given.fileBytes(part.bytes.length) })

const again: readonly Again[] = [
  { what: 'the same file once more', hint: 'missing duplicate check: size and type do not seem to be compared' },
  {
    what: 'a file with another name',
    second: ({ given }, { targetId, part }) =>
      given.sendUpload(targetId, { bytes: part.bytes, filename: `${given.word()}.pdf` }),
    hint: 'duplicate check too narrow: the file name seems to be compared too',
  },
  {
    what: 'a file with other bytes',
    second: otherBytes,
    hint: 'duplicate check too narrow: the bytes seem to be compared too',
  },
  {
    what: 'a file with another name and other bytes',
    second: ({ given }, { targetId, part }) =>
      given.sendUpload(targetId, { bytes: given.fileBytes(part.bytes.length), filename: `${given.word()}.pdf` }),
    hint: 'duplicate check too narrow: the name or the bytes seem to be compared too',
  },
  {
    what: 'a file with another title',
    second: ({ given }, { targetId, part }) =>
      given.sendUpload(targetId, { bytes: part.bytes, userTitle: given.name() }),
    hint: 'duplicate check too narrow: the title seems to be compared too',
  },
  {
    what: 'the same file on a property of the item',
    second: async ({ given }, { part }) =>
      given.sendUpload((await given.fileProperty('text')).id, { bytes: part.bytes }),
    hint: 'duplicate check too narrow: it seems to see files of the same target only',
  },
  {
    what: 'the same file on another item of the product',
    second: async ({ given }, { part }) => {
      const { id } = await given.item({ product: (await given.fileItem()).product })
      return given.sendUpload(id, { bytes: part.bytes })
    },
    hint: 'duplicate check too narrow: it seems to see files of the same target only',
  },
  {
    what: 'the same file on an item of another product',
    second: async (context, { part }) => {
      const { id } = await sharedItem(context, 'the same file elsewhere')
      return context.given.sendUpload(id, { bytes: part.bytes })
    },
    hint: 'duplicate check too narrow: it seems to see files of the same product only',
  },
  {
    what: 'the same file sent with another key of the organization',
    needs: 'same-org-key|control:create-key',
    // lawful: a key may have fewer rights, and may upload nothing at all.
    first: async ({ given }) => given.file((await given.fileItem()).id, { as: 'same-organization' }),
    hint: "duplicate check too narrow: it seems to see the uploader's files only",
  },
  {
    what: 'a file of a property on the item of the property',
    first: async ({ given }) => given.file((await given.fileProperty('text')).id),
    second: async ({ given }, { part }) => given.sendUpload((await given.fileItem()).id, { bytes: part.bytes }),
    hint: 'duplicate check too narrow: it seems to see files of items only',
  },
  {
    what: 'a file of a property on the same property',
    first: async ({ given }) => given.file((await given.fileProperty('text')).id),
    hint: 'duplicate check too narrow: it seems to see files of items only',
  },
  {
    what: 'a large file',
    first: async ({ given }) => {
      const bytes = given.fileBytes(largeSize + given.freshSize())
      return given.file((await given.fileItem()).id, { bytes, allowDuplicate: 'true' })
    },
    second: otherBytes,
    hint: 'streaming upload: the size seems to be unknown when duplicates are looked up',
  },
  {
    what: 'a file that already has an allowed duplicate',
    first: async ({ given }) => {
      const first = await given.file((await given.fileItem()).id)
      const second = await given.sendUpload(first.targetId, { bytes: first.part.bytes, allowDuplicate: 'true' })
      given.requireSuccess(second, 'UP-13')
      return first
    },
    hint: 'duplicate check too narrow: it seems to ignore files that were allowed as duplicates',
  },
  {
    what: 'a file whose title was changed',
    first: async ({ api, given }) => {
      const first = await given.file((await given.fileItem()).id)
      const json = { userTitle: given.name(), description: 'described' }
      given.requireSuccess(await api.send('updateFile', { path: { file_id: first.id }, json }), 'FILE-14')
      return first
    },
    hint: 'duplicate check too narrow: the title seems to be compared too',
  },
]

for (const { what, first: uploadFirst = controlUpload, second = sameBytes, hint, ...row } of again)
  scenario(
    `${what} is rejected as a duplicate (409)`,
    { verifies: ['UP-09'], needs: row.needs === undefined ? needs : [...needs, row.needs] },
    async (context) => {
      const first = await uploadFirst(context)
      const answer = await second(context, first)
      context.verify('UP-09', answer).isRefused({ ...duplicate, control: first.exchange, hint })
    },
  )

for (const target of fileTargetNames)
  scenario(
    `a rejected duplicate on the ${target} does not change the existing file`,
    { verifies: ['UP-21'], needs },
    async ({ given, verify }) => {
      const { id } = await fileTargets[target](given)
      const { id: fileId, part } = await given.file(id)
      const before = await given.fileRecord(fileId)
      const answer = await given.sendUpload(id, { bytes: part.bytes, userTitle: given.name() })
      assume(rejected(answer), blocked('UP-09', 'the target did not reject a duplicate'))
      const after = await given.fileRecord(fileId)
      // lawful: a description that is generated meanwhile, and a type and size that are told once the bytes were looked at
      const except = ['description', 'content_type', 'size_bytes']
      verify('UP-21', after).agreesWith(before.json, { kind: 'file', except, beside: [before] })
    },
  )
