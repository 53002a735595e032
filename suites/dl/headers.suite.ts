import {
  dispositionOf,
  fieldOf,
  fileKinds,
  fileStem,
  forAll,
  isRecord,
  readingsOf,
  scenario,
  type CheckContext,
  type Exchange,
} from '#suite'
import { sameMediaType } from '../subjects/media-type.ts'
import { snapshotOf } from './snapshots.ts'
import { uploadedKind } from './uploaded-kind.ts'

const needs = ['write'] as const
/** What says no more than that it is bytes. */
const generic = [
  'application/octet-stream',
  'binary/octet-stream',
  'application/binary',
  'application/download',
  'application/x-download',
  'application/force-download',
]

function isAttachment(verify: CheckContext<'DL-02'>['verify'], answer: Exchange, what: string): void {
  const disposition = dispositionOf(answer.headers['content-disposition'])
  verify('DL-02', answer).that({
    claim: `the download of ${what} is an attachment`,
    holds: disposition?.type === 'attachment',
    expected: 'Content-Disposition: attachment',
    received: answer.headers['content-disposition'] ?? 'no Content-Disposition',
  })
}

scenario('files that are there are downloaded as attachments', { verifies: ['DL-02'] }, async ({ given, verify }) => {
  for (const file of (await given.listedFiles()).slice(0, 3)) {
    if (typeof file['id'] !== 'string') continue
    const answer = await given.download(file['id'])
    // A generated document without a format is refused.
    if (answer.status === 200) isAttachment(verify, answer, 'a file')
  }
})

for (const kind of fileKinds)
  scenario(
    `a ${kind.extension} is downloaded as an attachment of its type`,
    { verifies: ['DL-02', 'DL-04'], needs },
    async (context) => {
      const { given, verify } = context
      const { contentType, extension } = kind
      const { file, download } = await uploadedKind(context, kind)
      const answer = given.requireSuccess(download, 'DL-05')
      isAttachment(verify, answer, `a ${extension}`)
      const stored = fieldOf(file.exchange, 'content_type')
      const served = answer.headers['content-type']
      // Without a type a client takes bytes for what they are.
      if (served === undefined) return
      // lawful: a type told from the bytes; where the record shows none, nobody knows which is stored.
      if (typeof stored !== 'string') return
      const lawful = [contentType, stored, ...generic]
      verify('DL-04', answer).that({
        claim: `a ${extension} is served as its type or as bytes`,
        holds: lawful.some((type) => sameMediaType(type, served)),
        expected: `${contentType} or a generic binary type`,
        received: served,
      })
    },
  )

scenario(
  'a snapshot is downloaded as an attachment',
  { verifies: ['DL-02'], needs: ['control:publish-version', 'write'] },
  async (context) => {
    const answer = await snapshotOf(context, 'early', 'first')
    isAttachment(context.verify, context.given.requireSuccess(answer, 'DL-06'), 'a snapshot')
  },
)

forAll('a download names the file', { verifies: ['DL-03'], needs, cost: 'costly' }, async ({ given, verify }) => ({
  inputs: fileStem(),
  examples: ['plain', 'with blanks and (brackets)', 'Größe 漢字 😀', 'Zeichnung é'],
  holds: async (stem: string) => {
    const filename = `${stem}.pdf`
    const { id, exchange } = await given.file((await given.fileItem()).id, { filename })
    const answer = given.requireSuccess(await given.downloadWhenStored(id), 'DL-05')
    const disposition = dispositionOf(answer.headers['content-disposition'])
    // No name at all is lawful.
    if (disposition?.name === undefined) {
      verify('DL-03', answer).that({ claim: 'a download names no other file', holds: true, expected: '', received: '' })
      return
    }
    // lawful: the id for a name, with any extension
    const isTheId = (name: string): boolean => name.toLowerCase().startsWith(id.toLowerCase())
    const lawful = [filename, ...namesOf(exchange.json)]
    verify('DL-03', answer).that({
      claim: 'the name of a download is that of the file',
      holds: readingsOf(disposition).some((name) => isTheId(name) || lawful.some((own) => isSameName(own, name))),
      expected: filename,
      received: answer.headers['content-disposition'] ?? '',
    })
  },
}))

/** lawful: a name of which nothing but ASCII is left, for a header takes no more, as it is or without its accents. */
function isSameName(own: string, named: string): boolean {
  const forms = [own, own.normalize('NFD'), own.normalize('NFC')]
  return lettersOf(own) === lettersOf(named) || forms.some((form) => asciiOf(form) === asciiOf(named))
}

function asciiOf(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/gu, '')
}

/** Blanks and punctuation may be replaced in a header; letters and digits of any script tell the file. */
function lettersOf(name: string): string {
  return name.normalize().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The record's own names and its title: each names this file. */
function namesOf(record: unknown): readonly string[] {
  if (!isRecord(record)) return []
  return ['originalFileName', 'name', 'userTitle'].flatMap((field) => {
    const name = record[field]
    return typeof name === 'string' ? [name] : []
  })
}
