import { fileKinds, fileStem, forAll, scenario } from '#suite'
import { baselineDownloadOf } from './baseline-downloads.ts'
import { ownNames, lawfulMediaTypes } from './download-claims.ts'
import { answerShowing } from '../shared/answer-showing.ts'
import { lentFile } from '../shared/lent-file.ts'
import { snapshotOf, versionedFile } from './snapshots.ts'
import { uploadedKind } from './uploaded-kind.ts'

const needs = ['write'] as const
for (const kind of fileKinds)
  scenario(
    `a ${kind.extension} file is downloaded as an attachment with its content type`,
    { verifies: ['DL-02', 'DL-04'], needs },
    async (context) => {
      const { file, download } = await uploadedKind(context, kind)
      const answer = context.given.requireSuccess(download, 'DL-05')
      context.verify('DL-02', answer).isAttachment()
      const exchange = await answerShowing('content_type', file.exchange, context)
      const { mediaTypes, ...where } = lawfulMediaTypes({ ...file, exchange }, answer)
      context.verify('DL-04', answer).hasMediaType(mediaTypes, where)
    },
  )

/** Titles that a file may be given: its download is of the same file. */
const titles = { 'is empty': '', 'was changed': 'another title' } as const

for (const [what, userTitle] of Object.entries(titles))
  scenario(
    `a file whose title ${what} is downloaded as an attachment with its file name`,
    { verifies: ['DL-02', 'DL-03'], needs },
    async (context) => {
      const { api, given, verify } = context
      const file = await lentFile(context)
      // lawful: a title that is rejected
      await api.send('updateFile', { path: { file_id: file.id }, json: { userTitle } })
      const exchange = await given.fileRecord(file.id)
      const answer = given.requireSuccess(await given.downloadWhenStored(file.id), 'DL-05')
      verify('DL-02', answer).isAttachment()
      verify('DL-03', answer).namesFile({ names: ownNames({ ...file, exchange }), id: file.id })
    },
  )

const snapshots = [
  { what: 'a snapshot of a file of an item', name: 'early', downloadOf: snapshotOf, state: 'first' },
  { what: 'a snapshot of a file of a property', name: 'ofProperty', downloadOf: snapshotOf, state: 'second' },
  { what: 'a file of an item from the baseline', name: 'early', downloadOf: baselineDownloadOf, state: 'second' },
  {
    what: 'a file of a property from the baseline',
    name: 'ofProperty',
    downloadOf: baselineDownloadOf,
    state: 'first',
  },
] as const

for (const { what, name, downloadOf, state } of snapshots)
  scenario(
    `${what} is downloaded as an attachment with its type and file name`,
    { verifies: ['DL-02', 'DL-03', 'DL-04'], needs: ['control:publish-version', 'write'] },
    async (context) => {
      const { given, verify } = context
      const file = await versionedFile(context, name)
      const answer = given.requireSuccess(await downloadOf(context, name, state), 'DL-06')
      verify('DL-02', answer).isAttachment()
      verify('DL-03', answer).namesFile({ names: ownNames(file), id: file.id, isSnapshot: true })
      const exchange = await answerShowing('content_type', file.exchange, context)
      const { mediaTypes, ...where } = lawfulMediaTypes({ ...file, exchange }, answer)
      verify('DL-04', answer).hasMediaType(mediaTypes, where)
    },
  )

forAll('a download names its own file', { verifies: ['DL-03'], needs, cost: 'batch' }, async ({ given, verify }) => ({
  inputs: fileStem(),
  examples: ['Größe é 漢字 😀 with spaces and (brackets)'],
  holds: async (stem: string) => {
    const file = await given.file((await given.fileItem()).id, { filename: `${stem}.pdf` })
    const answer = given.requireSuccess(await given.downloadWhenStored(file.id), 'DL-05')
    verify('DL-03', answer).namesFile({ names: ownNames(file), id: file.id })
  },
}))
