const documented = new Set(['limit', 'offset', 'q', 'version', 'includedeleted', 'type', 'format'])

/** Whether the contract defines a query parameter of a list or download: it has no other meaning, and no list requires it. */
export function isDocumentedParameter(name: string): boolean {
  return documented.has(name.toLowerCase())
}
