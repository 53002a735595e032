import { relative, sep } from 'node:path'

/** The address of a file as a page in a directory links to it. */
export function relativeLink(directory: string, file: string): string {
  // Before the first slash, a colon would end the name of a protocol.
  return `./${relative(directory, file)
    .split(sep)
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/')}`
}
