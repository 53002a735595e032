import { asText, assume, bodyDigest, each, fieldOf, isRecord, scenario, type CheckContext, type Exchange } from '#suite'
import { placementsOf } from '../shared/usages.ts'
import { genericMediaTypes, namesWithFormat } from './download-claims.ts'

// `existingDownloads` picks up to four uploaded files that were there before the run, of several types, and sends for each
// GET /files/{id}, GET /files/{id}/download and GET /files/{id} again: others may change the record during the check.

interface Downloaded {
  readonly id: string
  readonly before: Exchange
  readonly answer: Exchange
  readonly after: Exchange
}

const filesRead = 4

/** Downloads of uploaded files of several types. lawful: a generated document is rejected without a format, and has no size or type */
function existingDownloads({
  given,
  session,
}: Pick<CheckContext, 'given' | 'session'>): Promise<readonly Downloaded[]> {
  return session.shared('downloads of existing files', async () => {
    const listed = given.entriesOf(await given.fileList())
    const ofTypes = [...new Map(listed.map((entry) => [entry['content_type'], entry])).values()]
    const downloads: Downloaded[] = []
    for (const { id } of [...new Set([...ofTypes, ...listed])].slice(0, filesRead)) {
      if (typeof id !== 'string') continue
      const [before, answer] = [await given.read('file', id), await given.download(id)]
      const isUpload =
        typeof fieldOf(before, 'size_bytes') === 'number' && typeof fieldOf(before, 'content_type') === 'string'
      if (isUpload && before.status === 200 && answer.status === 200)
        downloads.push({ id, before, answer, after: await given.read('file', id) })
    }
    assume(downloads.length > 0, 'the target showed no uploaded file that could be downloaded')
    return downloads
  })
}

scenario('existing files are downloaded as attachments', { verifies: ['DL-02'] }, async (context) => {
  const answers = (await existingDownloads(context)).map(({ answer }) => answer)
  context.verify('DL-02', answers).isAttachment()
})

scenario(
  'existing files are downloaded with the media types of their records',
  { verifies: ['DL-04'] },
  async (context) => {
    await each(await existingDownloads(context), async ({ before, answer, after }) => {
      const stored = [before, after].map((record) => asText(fieldOf(record, 'content_type')))
      context.verify('DL-04', answer).hasMediaType([...stored, ...genericMediaTypes])
    })
  },
)

scenario(
  'existing files are downloaded under the file names or titles of their records',
  { verifies: ['DL-03'] },
  async (context) => {
    const downloads = await existingDownloads(context)
    // lawful: other characters are replaced or left out, because headers or file systems reject them
    const plain = downloads.filter((one) => namesShown(one).every((name) => /^[\p{L}\p{M}\p{N} ._()-]*$/u.test(name)))
    assume(plain.length > 0, 'each existing file had a name with characters that downloads may replace')
    await each(plain, async ({ id, answer, ...records }) => {
      context.verify('DL-03', answer).namesFile({ names: namesShown(records), id })
    })
  },
)

function namesShown({ before, after }: Pick<Downloaded, 'before' | 'after'>): readonly string[] {
  const fields = [before, after].flatMap(({ json }) =>
    isRecord(json) ? [json['originalFileName'], json['name'], json['userTitle']] : [],
  )
  return fields.filter((name) => typeof name === 'string')
}

for (const format of ['pdf', 'docx'])
  scenario(
    `GET /files/{file_id}/download?format=${format} of an existing file has the same bytes, name and type as without`,
    { verifies: ['DL-13'] },
    async (context) => {
      const { given, verify } = context
      await each((await existingDownloads(context)).slice(0, 1), async ({ id, before, answer }) => {
        const again = await given.download(id, { format })
        // lawful: others have deleted the file since
        const isGone = again.status === 404 && (await given.download(id)).status === 404
        assume(!isGone, 'another user deleted the file while the check ran')
        verify('DL-13', again).isAccepted(200)
        verify('DL-13', again).hasDigest(bodyDigest(answer))
        verify('DL-13', again).namesFile({ names: namesWithFormat(answer, { exchange: before }), id })
        verify('DL-13', again).hasMediaType([answer.headers['content-type'] ?? ''])
      })
    },
  )

scenario(
  'GET /files/{file_id}/download?version=99999 of an existing file is rejected',
  { verifies: ['DL-15'] },
  async (context) => {
    const { given, verify } = context
    const linked = (await existingDownloads(context)).flatMap(({ id, before, answer }) =>
      placementsOf(before.json).map(({ product_id: productId }) => ({ id, productId, answer })),
    )
    const file = linked.find(({ productId }) => typeof productId === 'string')
    assume(typeof file?.productId === 'string', 'no existing file named the product of its link')
    const refused = await given.download(file.id, { version: 99_999, product_id: file.productId })
    verify('DL-15', refused).isRefused({ control: file.answer })
  },
)
