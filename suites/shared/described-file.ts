import type { Exchange, Sources } from '#suite'

/** A file that a user has given a description, with what its status shows in. */
export interface DescribedFile {
  readonly id: string
  readonly upload: Exchange
  /** The answer to the update. */
  readonly described: Exchange
  /** A read after it. */
  readonly read: Exchange
}

export const writtenText = 'written by a person'

/** A file that a user has given a description, and nothing else. The checks that share it leave it with this one. */
export function describedFile({ api, given, session }: Sources): Promise<DescribedFile> {
  return session.shared('file that a user has described', async () => {
    const { id, exchange: upload } = await given.file((await given.fileItem()).id)
    const answer = await api.send('updateFile', { path: { file_id: id }, json: { description: writtenText } })
    const described = given.requireSuccess(answer, 'FILE-15')
    return { id, upload, described, read: await given.fileRecord(id) }
  })
}
