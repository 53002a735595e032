import { readFileSync } from 'node:fs'
import { Markup } from './markup.ts'

/** The files of `style/`, in the order in which one overrides another. */
export const styleFiles = [
  'colours',
  'base',
  'marks',
  'verdict',
  'bar',
  'sections',
  'picture',
  'entries',
  'findings',
  'exchanges',
  'tables',
  'several-runs',
  'foot',
  'phone',
  'print',
  'print-findings',
  'print-dense',
].map((name) => `${name}.css`)

/** The look that all pages share, as one sheet: a page by itself has no files to import from. */
export function ownStyle(): Markup {
  return new Markup(styleFiles.map((name) => readFileSync(new URL(`style/${name}`, import.meta.url), 'utf8')).join(''))
}
