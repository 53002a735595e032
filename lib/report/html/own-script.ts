import { readFileSync } from 'node:fs'
import { Markup } from './markup.ts'

const imports = /^import .* from '\.\/(.+)'\n/gm

/** A script of `script/` with all that it imports, as one module: a page by itself has no files to import from. */
export function ownScript(entry: string): Markup {
  return new Markup(gathered(entry, new Set()))
}

function gathered(name: string, seen: Set<string>): string {
  if (seen.has(name)) return ''
  seen.add(name)
  const text = readFileSync(new URL(`script/${name}`, import.meta.url), 'utf8')
  const before = [...text.matchAll(imports)].map(([, imported = '']) => gathered(imported, seen))
  return `${before.join('')}${text.replaceAll(imports, '').replaceAll(/^export /gm, '')}`
}
