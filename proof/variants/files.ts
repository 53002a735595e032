import { replace } from '../changes/replace.ts'
import { withoutDirectories, readUploadForm } from '../../reference/service/files/upload-form.ts'
import { dispositionOf } from '../../reference/service/files/send-download.ts'
import { downloadFile } from '../../reference/service/files/download-file.ts'
import { readFile } from '../../reference/service/files/find-file.ts'
import { judgeUpload } from '../../reference/service/files/upload-file.ts'
import { notFound } from '../../reference/service/http/service-error.ts'
import { defineVariants } from './variant.ts'

const keepsDirectories = replace(withoutDirectories, () => (_, name) => name)

const storedAfterMs = 1500

/** Lawful differences in uploads, and in the headers of downloads. */
export const fileVariants = defineVariants({
  'file-names-keep-their-path': {
    title: 'stores the directories in a file name and returns them on download',
    latitude: 'the original file name is what was sent',
    touches: ['UP-24', 'UP-20', 'DL-03'],
    changes: [keepsDirectories],
  },
  'uploads-judge-the-form-first': {
    title: 'reads the form of an upload before it looks for the target',
    latitude: 'the contract does not say which error comes first',
    touches: ['UP-16', 'UP-17', 'UP-05'],
    changes: [replace(judgeUpload, () => (deployment, request) => readUploadForm(deployment, request))],
  },
  'download-names-no-file': {
    title: 'sends downloads without a file name',
    latitude: 'a download need not name the file',
    touches: ['DL-03'],
    changes: [replace(dispositionOf, () => () => 'attachment')],
  },
  'download-name-is-unquoted': {
    title: 'writes simple file names without quotes',
    latitude: 'HTTP allows a token there',
    touches: ['DL-03'],
    changes: [
      replace(
        dispositionOf,
        (sound) => (deployment, download) =>
          /^[\w.-]+$/u.test(download.name) ? `attachment; filename=${download.name}` : sound(deployment, download),
      ),
    ],
  },
  'download-name-keeps-its-slashes': {
    title: 'percent-encodes file names except for slashes and parentheses',
    latitude: 'some frameworks do this, every client can read it, and no parameter is cut',
    touches: ['DL-03'],
    changes: [
      keepsDirectories,
      replace(
        dispositionOf,
        (sound) => (deployment, download) =>
          /[^\w.-]/u.test(download.name)
            ? `attachment; filename*=utf-8''${encodeURIComponent(download.name).replaceAll('%2F', '/')}`
            : sound(deployment, download),
      ),
    ],
  },
  'download-name-is-raw-utf8': {
    title: 'writes the file name as UTF-8 bytes in quotes',
    latitude: 'many services do this, and the name is readable',
    touches: ['DL-03'],
    changes: [
      replace(
        dispositionOf,
        () =>
          (_, { name }) =>
            `attachment; filename="${inBytes(name)}"`,
      ),
    ],
  },
  'download-name-is-the-id': {
    title: 'names a download by the id of its file',
    latitude: 'the contract does not say how a download is named',
    touches: ['DL-03'],
    changes: [
      replace(downloadFile, (sound) => async (deployment, question, means) => {
        const download = await sound(deployment, question, means)
        return { ...download, name: `${question.id}.bin` }
      }),
    ],
  },
  'download-name-is-ascii': {
    title: 'replaces non-ASCII characters in the file name of a download by underscores',
    latitude: 'a header allows no other characters directly',
    touches: ['DL-03'],
    changes: [
      replace(
        dispositionOf,
        (sound) => (deployment, download) =>
          sound(deployment, { ...download, name: download.name.replaceAll(/[^\w. -]/gu, '_') }),
      ),
    ],
  },
  'objects-are-stored-later': {
    title: 'returns 404 for downloads for a second and a half after the upload',
    latitude: 'work may be done shortly after the answer',
    touches: ['DL-05'],
    changes: [
      replace(downloadFile, (sound) => (deployment, question, means) => {
        const uploaded = Date.parse(readFile(deployment, question.id.toLowerCase())?.uploaded_at ?? '')
        if (Date.now() - uploaded < storedAfterMs) throw notFound('the object is not stored yet')
        return sound(deployment, question, means)
      }),
    ],
  },
  'download-type-is-generic': {
    title: 'sends every download as application/octet-stream',
    latitude: 'the contract does not define the type of a download',
    touches: ['DL-04'],
    changes: [
      replace(downloadFile, (sound) => async (deployment, question, means) => {
        const download = await sound(deployment, question, means)
        const isGenerated = readFile(deployment, question.id.toLowerCase())?.generated_document === 1
        return isGenerated ? download : { ...download, contentType: null }
      }),
    ],
  },
})

/** A header is written byte by byte: each character stands for one byte of the UTF-8 form. */
function inBytes(name: string): string {
  return Buffer.from(name.replaceAll(/["\\]/gu, String.raw`\$&`), 'utf8').toString('latin1')
}
