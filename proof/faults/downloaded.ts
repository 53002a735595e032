import { replace } from '../changes/replace.ts'
import { type Download, downloadFile } from '../../reference/service/files/download-file.ts'
import type { FileRow } from '../../reference/service/files/file.ts'
import { readFile } from '../../reference/service/files/find-file.ts'
import type { Query } from '../../reference/service/http/query.ts'

type DownloadChange = (
  download: Download,
  asked: { readonly query: Query; readonly file: FileRow },
) => Download | Promise<Download>

/** Downloads are given as `change` makes them of the sound ones. */
export function downloaded(change: DownloadChange): ReturnType<typeof replace> {
  return replace(downloadFile, (sound) => async (deployment, question, means) => {
    const download = await sound(deployment, question, means)
    const file = readFile(deployment, question.id.toLowerCase())
    return file === undefined ? download : change(download, { query: means.query, file })
  })
}

/** Downloads of what somebody uploaded. */
export function standardDownloaded(change: DownloadChange): ReturnType<typeof replace> {
  return downloaded((download, asked) => (asked.file.generated_document === 1 ? download : change(download, asked)))
}

/** The bytes of what somebody uploaded are sent otherwise. */
export function bytesSent(change: (bytes: Buffer, query: Query) => Buffer): ReturnType<typeof replace> {
  return standardDownloaded((download, { query }) => ({ ...download, bytes: change(download.bytes, query) }))
}
