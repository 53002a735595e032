import type { RuleChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { dispositionOf, servedType } from '../../reference/service/files/send-download.ts'
import { type Download, downloadFile, type DownloadMeans } from '../../reference/service/files/download-file.ts'
import type { FileRow } from '../../reference/service/files/file.ts'
import { readFile } from '../../reference/service/files/find-file.ts'
import { defineVariants } from './variant.ts'

const plain = /^[\w .-]+$/u
const otherNames = ['download-names-no-file', 'download-name-is-ascii'] as const

/** Lawful differences in how a download is named and typed. */
export const downloadHeaderVariants = defineVariants({
  'download-name-is-an-encoded-word': {
    title: 'encodes the file name of a download as an encoded word (RFC 2047)',
    latitude: 'some frameworks do this, and browsers can read it',
    touches: ['DL-03'],
    changes: [namedOtherwise((name) => `attachment; filename="${encodedWord(name)}"`)],
  },
  'download-name-is-percent-encoded-in-quotes': {
    title: 'encodes the file name of a download as percent-encoded UTF-8 in quotes',
    latitude: 'many services do this, and browsers can read it',
    touches: ['DL-03'],
    changes: [namedOtherwise((name) => `attachment; filename="${encodeURIComponent(name)}"`)],
  },
  'download-name-is-in-latin-1': {
    title: 'encodes the file name of a download in ISO-8859-1 if possible',
    latitude: 'RFC 5987 allows this encoding',
    touches: ['DL-03'],
    changes: [
      namedOtherwise((name) =>
        /^[\u0020-\u00ff]*$/u.test(name)
          ? `attachment; filename*=ISO-8859-1''${[...Buffer.from(name, 'latin1')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`
          : `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      ),
    ],
  },
  'download-name-is-the-title': {
    title: 'names a download by the title of its file',
    latitude: 'the contract does not say how a download is named',
    touches: ['DL-03'],
    without: otherNames,
    changes: [renamedDownloads((_, file) => file?.user_title ?? 'untitled')],
  },
  'download-name-tells-the-version': {
    title: 'names a download of a version by file name and version',
    latitude: 'the contract does not say how a download is named',
    touches: ['DL-03'],
    without: otherNames,
    changes: [
      renamedDownloads(({ name }, _, { query }) => {
        const version = query.text('version')
        return version === undefined ? name : name.replace(/(\.[^.]*)?$/u, ` (${version})$1`)
      }),
    ],
  },
  'download-type-has-a-charset': {
    title: 'sends texts with a charset in the media type',
    latitude: 'a type may have parameters',
    touches: ['DL-04'],
    changes: [
      replace(servedType, (sound) => (deployment, download) => {
        const type = sound(deployment, download)
        return type.startsWith('text/') ? `${type}; charset=utf-8` : type
      }),
    ],
  },
})

/** A name that is more than plain ASCII is told otherwise. */
function namedOtherwise(tell: (name: string) => string): RuleChange {
  return replace(
    dispositionOf,
    (sound) => (deployment, download) =>
      plain.test(download.name) ? sound(deployment, download) : tell(download.name.toWellFormed()),
  )
}

function renamedDownloads(
  name: (download: Download, file: FileRow | undefined, means: DownloadMeans) => string,
): RuleChange {
  return replace(downloadFile, (sound) => async (deployment, question, means) => {
    const download = await sound(deployment, question, means)
    return { ...download, name: name(download, readFile(deployment, question.id.toLowerCase()), means) }
  })
}

function encodedWord(name: string): string {
  return `=?UTF-8?B?${Buffer.from(name, 'utf8').toString('base64')}?=`
}
