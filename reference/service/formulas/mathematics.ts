import { createRequire } from 'node:module'

type Mathematics = typeof import('mathjs')

const load = createRequire(import.meta.url)

/** The mathematics library, loaded when a formula is first met: most runs of the service need none. */
export function mathematics(): Mathematics {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package's single-file build: a sixth of the time of its usual one
  return load('mathjs/lib/browser/math.js') as Mathematics
}
