import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '')

/** The words that start this suite again from the same directory: of a package, a checkout, or its file. */
export function runCommand(directory: string = process.cwd(), checkout: string = root): string {
  if (checkout.includes('node_modules')) return 'npx product-data-conformance run'
  if (directory === checkout) return 'npm run conformance --'
  // In an action, or a checkout beside a project, npm would look for the script in the project.
  const file = relative(directory, `${checkout}/bin/product-data-conformance.js`)
  return `node ${/^[\w./@+-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`} run`
}
