import type { MadeFile, Sources } from '#suite'

/** A file that checks update one after the other: none minds which texts the check before has left. */
export function lentFile({ given, session }: Pick<Sources, 'given' | 'session'>): Promise<MadeFile> {
  return session.lending.lent('file that is updated', async () => given.file((await given.fileItem()).id))
}
