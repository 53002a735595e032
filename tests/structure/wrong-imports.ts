import { posix } from 'node:path'
import { arrows } from './arrows.ts'

/** Sources by their paths from the root of the checkout. */
export type Sources = ReadonlyMap<string, string>

const folders = Object.keys(arrows)
const imported = /(?:\bfrom|\bimport|\bimport\() ?'(?<specifier>\.[^']*|#suite)'/g

/** A sentence for each import that no arrow allows. */
export function wrongImports(sources: Sources): readonly string[] {
  return [...sources].flatMap(([file, source]) => {
    const folder = folderOf(file)
    if (folder === undefined)
      return [`${file} stands in no folder of tests/structure/arrows.ts: add the folder and what it may import`]
    const allowed = arrows[folder] ?? []
    return importsOf(file, source)
      .filter((path) => nameOf(path) !== nameOf(file) && !allowed.some((place) => isIn(place, path)))
      .map((path) => `${file} imports ${path}: ${folder} may import ${allowed.join(', ')} (tests/structure/arrows.ts)`)
  })
}

function importsOf(file: string, source: string): readonly string[] {
  return [...source.matchAll(imported)].map(({ groups }) => {
    const specifier = groups?.['specifier'] ?? ''
    return specifier === '#suite' ? 'lib/suite.ts' : posix.join(posix.dirname(file), specifier)
  })
}

/** The folder of the table that a file stands in. */
function folderOf(file: string): string | undefined {
  const named = folders.filter((folder) => isIn(folder, file)).toSorted((one, other) => other.length - one.length)[0]
  return named ?? (/^suites\/[^/]+\//.test(file) ? 'suites/*' : undefined)
}

/** The folder by its own name, where the table has one line for several. */
function nameOf(file: string): string {
  const folder = folderOf(file)
  return folder === 'suites/*' ? file.split('/', 2).join('/') : (folder ?? file)
}

function isIn(place: string, file: string): boolean {
  return file === place || file.startsWith(`${place}/`)
}
