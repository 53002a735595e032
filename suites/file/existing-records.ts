import { assume, inTurn, shownId, type Exchange, type Sources } from '#suite'

const filesRead = 10

/** The records of the first files that the list shows, by id; read once per session. */
export function existingRecords({ given, session }: Pick<Sources, 'given' | 'session'>): Promise<readonly Exchange[]> {
  return session.shared('records of existing files', async () => {
    const files = given.entriesOf(await given.fileList()).slice(0, filesRead)
    const reads = await inTurn(files, (file) => given.read('file', shownId(file)))
    const records = reads.filter(({ status }) => status === 200)
    assume(records.length > 0, 'the target showed no file')
    return records
  })
}
