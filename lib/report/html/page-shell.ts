import { createHash } from 'node:crypto'
import { glyphSheet } from './mark.ts'
import { Markup, html } from './markup.ts'
import { readFileSync } from 'node:fs'

/** The parts of a page besides the common style. */
interface PageParts {
  readonly title: string
  /** The text of the link that lets keyboard users skip the head, to the element `content`. */
  readonly skip: string
  readonly body: Markup
  /** One of our scripts, by its file in `script/`; a page without one runs none. */
  readonly script?: 'page.js'
}

/** A page of the reports: one self-contained file in the common style, which may run only our own scripts. */
export function pageShell({ title, skip, body, script }: PageParts): string {
  const style = ownStyle()
  const code = script === undefined ? undefined : ownScript(script)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="content-security-policy" content="${policy(style, code)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        ${element('style', style)}
      </head>
      <body>
        <a class="skip" href="#content">${skip}</a>
        ${glyphSheet()} ${body} ${code && element('script', code)}
      </body>
    </html> `.text
}

/** Only our own style and script, whatever text of a target is in the page. */
function policy(style: Markup, script: Markup | undefined): string {
  return [
    "default-src 'none'",
    `style-src '${digest(style)}'`,
    ...(script === undefined ? [] : [`script-src '${digest(script)}'`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** Built outside a template, where a formatter would change the content of the digest. */
function element(name: 'style' | 'script', { text }: Markup): Markup {
  const opening = name === 'script' ? '<script type="module">' : '<style>'
  return new Markup(`${opening}${text}</${name}>`)
}

function digest({ text }: Markup): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

const imports = /^import .* from '\.\/(.+)'\n/gm

/** A script of `script/` with all its imports, as one module: a self-contained page cannot import files. */
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

/** The style of all pages, as one sheet: a self-contained page cannot import files. */
export function ownStyle(): Markup {
  return new Markup(styleFiles.map((name) => readFileSync(new URL(`style/${name}`, import.meta.url), 'utf8')).join(''))
}
