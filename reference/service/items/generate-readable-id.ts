/** A readable id from a name, with a piece of the id that keeps namesakes apart. */
export function generateReadableId(name: string, id: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '_')
    .replaceAll(/^_+|_+$/gu, '')
    .slice(0, 40)
  return [words, id.slice(0, 6)].filter((part) => part !== '').join('_')
}
