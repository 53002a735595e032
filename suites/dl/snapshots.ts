import { hash } from 'node:crypto'
import { assume, blocked, bodyDigest, type Exchange, type MadeFile, type Sources } from '#suite'
import { versionedFiles } from './versioned-files.ts'

/** The files of the product with versions, in words. */
export const named = {
  early: "an item's file that precedes all versions",
  ofProperty: "a property's file that precedes all versions",
  late: 'a file uploaded between the versions',
  draft: 'a file uploaded after the last version',
} as const
export type FileName = keyof typeof named
export const fileNames: readonly FileName[] = ['early', 'ofProperty', 'late', 'draft']

/** The states in which they are asked for. */
export const states = ['draft', 'first', 'second'] as const
export type State = (typeof states)[number]

/** Whether a state has a file: each has what was there when it was published. */
export function holds(name: FileName, state: State): boolean {
  if (state === 'draft' || name === 'early' || name === 'ofProperty') return true
  return name === 'late' && state === 'second'
}

export async function versionedFile(sources: Sources, name: FileName): Promise<MadeFile> {
  const { [name]: file } = await versionedFiles(sources)
  return (
    file ??
    sources.given.untestable({ reason: 'capability-absent', cause: 'the target had no property to attach a file to' })
  )
}

/** The download of a file in a state; asked for once per session. */
export function downloadAsOf(sources: Sources, name: FileName, state: State): Promise<Exchange> {
  const { given, session } = sources
  return session.shared(`download of the ${name} file in ${state}`, async () => {
    const { id } = await versionedFile(sources, name)
    if (state === 'draft') return given.downloadWhenStored(id)
    const { productId, [state]: version } = await versionedFiles(sources)
    const query = { version, product_id: productId }
    return holds(name, state) ? given.downloadWhenStored(id, query) : given.download(id, query)
  })
}

/** The digest of the bytes that were uploaded. */
export function digestOf({ part }: MadeFile): string {
  return hash('sha256', part.bytes, 'hex')
}

/** Goes on if the same file comes back whole in a product without versions: what an upload changes is lost in every state. */
export function requireKept({ given, session }: Sources, name: FileName, file: MadeFile): Promise<void> {
  return session.shared(`control upload of the ${name} file`, async () => {
    const { bytes } = file.part
    const form = { bytes, contentType: 'text/plain', filename: `${given.word()}.txt`, allowDuplicate: 'true' }
    const { id } = await given.file((await given.fileItem()).id, form)
    const answer = given.requireSuccess(await given.downloadWhenStored(id), 'DL-05')
    assume(
      bodyDigest(answer) === digestOf(file),
      blocked('DL-01', 'the target did not keep the bytes of an uploaded file'),
    )
  })
}
