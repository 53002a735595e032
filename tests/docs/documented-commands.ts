import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

/** The pages that people read, by their paths in the checkout. */
export const pages: readonly string[] = [
  'README.md',
  ...readdirSync(join(checkout, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** The text of a page. */
export function pageText(path: string): string {
  return readFileSync(join(checkout, path), 'utf8')
}

/** The words of each call of the command in the shell blocks of a page, in their order. */
export function commandsIn(path: string): readonly (readonly string[])[] {
  const blocks = [...pageText(path).matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block)
  return blocks
    .flatMap((block) => block.split('\n'))
    .map((line) => /^npx product-data-conformance (.*?)(?: {2,}#.*)?$/.exec(line)?.[1])
    .filter((words) => words !== undefined)
    .map((words) => words.split(' '))
}
