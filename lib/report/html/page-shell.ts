import { createHash } from 'node:crypto'
import { glyphSheet } from './mark.ts'
import { html, Markup } from './markup.ts'
import { ownScript } from './own-script.ts'
import { ownStyle } from './own-style.ts'

/** What a page is made of beside the look that all pages share. */
export interface PageParts {
  readonly title: string
  /** What the link for readers of the keyboard says that leads past the head, to the element `content`. */
  readonly skip: string
  readonly body: Markup
  /** A script of ours, by its file in `script/`; a page without one runs none. */
  readonly script?: 'page.js'
}

/** A page of the reports: one file that needs nothing else, in the look of all, and allowed to do nothing but what is ours. */
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

/** Nothing but our own style and script, whatever a target gets into the page. */
function policy(style: Markup, script: Markup | undefined): string {
  return [
    "default-src 'none'",
    `style-src '${digest(style)}'`,
    ...(script === undefined ? [] : [`script-src '${digest(script)}'`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** Put together outside of a template, where a formatter would change what the digest is of. */
function element(name: 'style' | 'script', { text }: Markup): Markup {
  const opening = name === 'script' ? '<script type="module">' : '<style>'
  return new Markup(`${opening}${text}</${name}>`)
}

function digest({ text }: Markup): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
