import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url).href

// Node runs TypeScript as it is everywhere but under node_modules, where an installed package lies: here, and in each thread.
allowStripping()
registerHooks({
  load: (url, context, nextLoad) =>
    // Vitest asks for a module anew by a query.
    url.startsWith(root) && new URL(url).pathname.endsWith('.ts')
      ? { format: 'module', source: stripTypeScriptTypes(sourceOf(url)), shortCircuit: true }
      : nextLoad(url, context),
})

/** @param {string} url */
function sourceOf(url) {
  return readFileSync(fileURLToPath(url), 'utf8')
}

/** Node warns once that the function is experimental, of which the user of a command need not hear. */
function allowStripping() {
  const emitWarning = process.emitWarning.bind(process)
  process.emitWarning = () => undefined
  stripTypeScriptTypes('')
  process.emitWarning = emitWarning
}
