import { contentOf, textOf, type CheckContext, type Exchange, type fileKinds, type MadeFile } from '#suite'

/** A file of a kind, as it was uploaded to a property, and its download. */
export interface UploadedKind {
  readonly file: MadeFile
  readonly download: Exchange
}

/** A text with what is changed where its encoding or its line ends are. */
function wideText(size: number): Uint8Array {
  return Buffer.concat([Buffer.from('Größe ½;漢字\r\n'), textOf(size)])
}

/** Once a session. Blocked by UP-01 if the kind is rejected. */
export function uploadedKind(
  { given, session }: Pick<CheckContext, 'given' | 'session'>,
  kind: (typeof fileKinds)[number],
): Promise<UploadedKind> {
  const { contentType, extension } = kind
  return session.shared(`download of a ${extension}`, async () => {
    const file = await given.file((await given.fileProperty('text')).id, {
      bytes: contentType.startsWith('text/') ? wideText(given.freshSize()) : contentOf(kind, given.freshSize()),
      contentType,
      filename: `${given.word()}.${extension}`,
      allowDuplicate: 'true',
    })
    return { file, download: await given.downloadWhenStored(file.id) }
  })
}
