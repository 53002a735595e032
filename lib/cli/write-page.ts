import { writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ConfigurationError } from '../config/errors.ts'
import { renewManifest } from '../report/manifest.ts'
import { linkBeside } from '../report/html/footer.ts'

/** Writes a page if `--html` is given, and links to it from `index.html` in the same directory. Throws `ConfigurationError`. */
export async function writePage(path: string, page: string): Promise<void> {
  // With one argument too few, a report would be overwritten.
  if (!path.endsWith('.html'))
    throw new ConfigurationError(`--html ${path} does not end in .html; use a file name that does`)
  if (basename(path) === 'index.html')
    throw new ConfigurationError(`--html ${path} is the page of a run; use another name`)
  try {
    writeFileSync(path, page)
    linkBeside(join(dirname(path), 'index.html'), basename(path))
    await renewManifest(dirname(path))
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigurationError(`--html ${path} cannot be written: ${why}`, { cause })
  }
}
