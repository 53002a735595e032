import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element

export interface ParsedPage {
  readonly errors: readonly string[]
  readonly elements: readonly Element[]
}

/** A page as the standard's parser reads it, with everything that it objects to. */
export function parsePage(page: string): ParsedPage {
  const errors: string[] = []
  const document = parse(page, {
    onParseError: ({ code, startLine, startCol }) => errors.push(`${code} at ${startLine}:${startCol}`),
  })
  return { errors, elements: elementsIn(document) }
}

/** The value of an element's attribute. */
export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((candidate) => candidate.name === name)?.value
}

/** All text of an element. */
export function textOf(node: DefaultTreeAdapterTypes.ChildNode): string {
  if (defaultTreeAdapter.isTextNode(node)) return node.value
  return 'childNodes' in node ? node.childNodes.map((child) => textOf(child)).join('') : ''
}

export function elementsIn(parent: DefaultTreeAdapterTypes.ParentNode): Element[] {
  return parent.childNodes.flatMap((child) =>
    defaultTreeAdapter.isElementNode(child) ? [child, ...elementsIn(child)] : [],
  )
}
