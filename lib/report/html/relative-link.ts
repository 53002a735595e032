import { relative, sep } from 'node:path'

/** The address of a file in a link from a page in a directory. */
export function relativeLink(directory: string, file: string): string {
  // Before the first slash, a colon would end a protocol name.
  return `./${relative(directory, file)
    .split(sep)
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/')}`
}
