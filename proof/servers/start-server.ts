import { startExpress } from './express/app.ts'
import { expressBugs } from './express/bugs.ts'
import { startGo } from './go/server.ts'
import { startPydantic } from './pydantic/app.ts'
import { pydanticBugs } from './pydantic/bugs.ts'
import type { IndependentServer } from './independent-server.ts'

/** Starts an independent server by its name, with mistakes of its kind switched on. */
export function startServer(name: string, bugs: readonly string[] = []): Promise<IndependentServer> {
  if (name === 'pydantic') return startPydantic(pydanticBugs.filter((bug) => bugs.includes(bug)))
  if (name === 'express') return startExpress(expressBugs.filter((bug) => bugs.includes(bug)))
  if (name === 'go') return startGo({ requests: 300, seconds: 2 })
  throw new Error(`no server is called ${name}`)
}
