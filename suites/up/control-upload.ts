import type { CheckContext, MadeFile } from '#suite'

/** A file that an upload without any fault made, on the item for files: the control request of refused uploads, once per session. */
export function controlUpload({ given, session }: Pick<CheckContext, 'given' | 'session'>): Promise<MadeFile> {
  return session.shared('upload that is accepted', async () => given.file((await given.fileItem()).id))
}
