/** What XML 1.0 forbids even as a character reference (section 2.2). */
// oxlint-disable-next-line no-control-regex -- finding them is the purpose
const forbiddenInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** References that XML and HTML both know. */
export const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Text truncated to a number of characters, with a mark that shows its length. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest).toWellFormed()}… (${text.length} characters)`
}

/** Text on one line: white space becomes one space. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Text of an XML element: characters that XML 1.0 does not allow are omitted. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(forbiddenInXml, '')
    .replaceAll(/[&<>\r]/g, (character) => entities[character] ?? '')
}

/** Value of an XML attribute in double quotes; line ends and tabs survive the parser's normalization. */
export function xmlAttribute(text: string): string {
  return text
    .toWellFormed()
    .replace(forbiddenInXml, '')
    .replaceAll(/[&<>"'\t\n\r]/g, (character) => entities[character] ?? '')
}

/** Our own text as Markdown: code spans stay, everything else is escaped. */
export function markdownText(text: string): string {
  return inOneLine(text)
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part.replaceAll('|', '\\|') : withoutMarkup(part)))
    .join('')
}

/** A target's text as Markdown on one line: a code span, in which no mention, link or markup is interpreted. Not for tables. */
export function markdownCode(text: string): string {
  const line = inOneLine(text)
  if (line === '') return '(empty)'
  const fence = '`'.repeat(longestRun(line) + 1)
  return line.startsWith('`') || line.endsWith('`') ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`
}

/** Lines of a target as a fenced Markdown block that they cannot close. */
export function markdownBlock(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text}\n${fence}`
}

function withoutMarkup(text: string): string {
  return text
    .replaceAll(/[&<>]/g, (character) => entities[character] ?? '')
    .replaceAll(/[\\`*_{}[\]#|~@]/g, (character) => `\\${character}`)
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length))
}
