export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

// oxlint-disable-next-line no-control-regex -- what XML 1.0 forbids
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/
const token = /<\?xml [^?]*\?>|<(\/?)([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>|[^<]+/gy
const entity = /&(?:amp|lt|gt|quot|apos|#\d+);/g

/** Reads the XML that our writers make, strictly: no CDATA, comments or namespaces; throws where it is not well formed. */
export function parseXml(xml: string): Element {
  if (forbidden.test(xml) || !xml.isWellFormed()) throw new Error('a character that XML 1.0 does not know')
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let end = 0
  for (const [whole, closing, name, attributes = '', empty] of xml.matchAll(token)) {
    end += whole.length
    const parent = open.at(-1)
    if (!parent) throw new Error(`an end tag too many before ${whole}`)
    if (name === undefined) parent.text += whole.startsWith('<?xml') ? '' : decode(whole)
    else if (closing === '/') close(open, name)
    else {
      const element: Element = { name, attributes: parseAttributes(attributes), children: [], text: '' }
      parent.children.push(element)
      if (empty !== '/') open.push(element)
    }
  }
  const [only, ...others] = root.children
  if (end !== xml.length) throw new Error(`no XML at ${xml.slice(end, end + 60)}`)
  if (open.length !== 1 || !only || others.length > 0) throw new Error('not one closed root element')
  return only
}

function close(open: Element[], name: string): void {
  const element = open.pop()
  if (element?.name !== name) throw new Error(`</${name}> closes <${element?.name}>`)
}

function parseAttributes(text: string): Record<string, string> {
  const all = [...text.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decode(value)])
  const attributes: Record<string, string> = Object.fromEntries(all)
  if (Object.keys(attributes).length !== all.length) throw new Error(`an attribute twice in ${text}`)
  return attributes
}

function decode(text: string): string {
  if (text.replaceAll(entity, '').includes('&')) throw new Error(`a bare ampersand in ${text}`)
  const named: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }
  return text.replaceAll(entity, (found) => named[found] ?? String.fromCodePoint(Number(found.slice(2, -1))))
}
