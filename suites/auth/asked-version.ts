/** The version that a request asks for in such words: one that the product may not have is no more open to others. */
export function askedVersion(asked: string, published: number | undefined): number | 'baseline' | undefined {
  if (asked.endsWith('baseline')) return 'baseline'
  return asked.endsWith('version') ? (published ?? 1) : undefined
}
