import { asText, fieldOf, fileKinds, fileStem, forAll, scenario } from '#suite'
import { downloadAsOfBaseline } from './baseline-downloads.ts'
import { genericMediaTypes, ownNames } from './download-claims.ts'
import { answerShowing } from '../shared/answer-showing.ts'
import { lentFile } from '../shared/lent-file.ts'
import { downloadAsOf, versionedFile } from './snapshots.ts'
import { uploadedKind } from './uploaded-kind.ts'

// `uploadedKind` uploads a file of a kind to a text property and downloads it. `downloadAsOf` downloads a file with a version of its product,
// `downloadAsOfBaseline` with version=baseline, once that version was chosen. Each once per session.

const needs = ['write'] as const
for (const kind of fileKinds) {
  scenario(
    `a ${kind.extension} file is downloaded as an attachment`,
    { verifies: ['DL-02'], needs },
    async (context) => {
      const { download: answer } = await uploadedKind(context, kind)
      context.verify('DL-02', context.given.requireSuccess(answer, 'DL-05')).isAttachment()
    },
  )

  scenario(
    `a ${kind.extension} file is downloaded with its content type`,
    { verifies: ['DL-04'], needs },
    async (context) => {
      const { file, download } = await uploadedKind(context, kind)
      const stored = fieldOf(await answerShowing('content_type', file.exchange, context), 'content_type')
      // lawful: the type that the service has told from the bytes, or a generic one
      const lawful = [kind.contentType, asText(stored), ...genericMediaTypes]
      const answer = context.given.requireSuccess(download, 'DL-05')
      context.verify('DL-04', answer).hasMediaType(lawful, { where: typeof stored === 'string' })
    },
  )
}

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
  { asked: '?version=FIRST of a file of an item', name: 'early', download: downloadAsOf, state: 'first' },
  { asked: '?version=SECOND of a file of a property', name: 'ofProperty', download: downloadAsOf, state: 'second' },
  { asked: '?version=baseline of a file of an item', name: 'early', download: downloadAsOfBaseline, state: 'second' },
  {
    asked: '?version=baseline of a file of a property',
    name: 'ofProperty',
    download: downloadAsOfBaseline,
    state: 'first',
  },
] as const

for (const { asked, name, download, state } of snapshots) {
  const ofVersions = ['control:publish-version', 'write'] as const
  const get = `GET /files/{file_id}/download${asked}`

  scenario(`${get} returns an attachment`, { verifies: ['DL-02'], needs: ofVersions }, async (context) => {
    const answer = context.given.requireSuccess(await download(context, name, state), 'DL-06')
    context.verify('DL-02', answer).isAttachment()
  })

  scenario(`${get} names the file`, { verifies: ['DL-03'], needs: ofVersions }, async (context) => {
    const file = await versionedFile(context, name)
    const answer = context.given.requireSuccess(await download(context, name, state), 'DL-06')
    context.verify('DL-03', answer).namesFile({ names: ownNames(file), id: file.id, isSnapshot: true })
  })

  scenario(`${get} has the content type of the file`, { verifies: ['DL-04'], needs: ofVersions }, async (context) => {
    const file = await versionedFile(context, name)
    const answer = context.given.requireSuccess(await download(context, name, state), 'DL-06')
    const stored = fieldOf(await answerShowing('content_type', file.exchange, context), 'content_type')
    // lawful: the type that the service has told from the bytes, or a generic one
    const lawful = [asText(file.part.contentType), asText(stored), ...genericMediaTypes]
    context.verify('DL-04', answer).hasMediaType(lawful, { where: typeof stored === 'string' })
  })
}

forAll(
  "a download has the file's own name",
  { verifies: ['DL-03'], needs, cost: 'batch' },
  async ({ given, verify }) => ({
    inputs: fileStem(),
    examples: ['Größe é 漢字 😀 with spaces and (brackets)'],
    holds: async (stem: string) => {
      const file = await given.file((await given.fileItem()).id, { filename: `${stem}.pdf` })
      const answer = given.requireSuccess(await given.downloadWhenStored(file.id), 'DL-05')
      verify('DL-03', answer).namesFile({ names: ownNames(file), id: file.id })
    },
  }),
)
