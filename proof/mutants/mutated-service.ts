import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serverKeys } from '../servers/independent-server.ts'
import type { JudgeTargetOptions } from '../judge/judge-target.ts'

/** A service of this project whose code can be mutated. */
export interface MutatedService {
  /** The folder that is copied, so that the copy can be changed; relative to the checkout. */
  readonly copied: string
  /** What the copy imports from elsewhere in the checkout. */
  readonly linked: readonly string[]
  /** The folder whose code is mutated, within the copied one. */
  readonly mutated: string
  /** Starts the copy in a directory. */
  readonly start: (directory: string) => Promise<StartedService>
}

/** How a service that runs is reached, and what is declared of it. */
export type StartedService = Pick<JudgeTargetOptions, 'baseUrl' | 'keys' | 'controls' | 'targetFile'>

const shared = ['schemas', 'package.json']
const servers = 'proof/servers'

const reference: MutatedService = {
  copied: 'reference',
  linked: shared,
  mutated: 'reference/service',
  start: async (directory) => {
    type Start = typeof import('../../reference/start-reference.ts')
    type Controls = typeof import('../../reference/controls.ts')
    const { startReference } = await importCopy<Start>(directory, 'reference/start-reference.ts')
    const { createControls } = await importCopy<Controls>(directory, 'reference/controls.ts')
    const { baseUrl, controlUrl, keys } = await startReference({ seed: 'embedded' })
    const targetFile = { limits: { maxUploadBytes: 5_242_880 } }
    return { baseUrl, keys, controls: createControls(controlUrl), targetFile }
  },
}

/** A server that was written from the contract alone, with two keys and no controls. */
function independent(name: string): MutatedService {
  return {
    copied: servers,
    linked: [...shared, 'reference', 'proof/changes'],
    mutated: `${servers}/${name}`,
    start: async (directory) => {
      type Start = typeof import('../servers/start-server.ts')
      const { startServer } = await importCopy<Start>(directory, `${servers}/start-server.ts`)
      const { baseUrl } = await startServer(name)
      return { baseUrl, keys: { own: serverKeys.own, otherOrganization: serverKeys.other } }
    },
  }
}

/** The services by the names that `--of` knows. */
const mutatedServices: ReadonlyMap<string, MutatedService> = new Map([
  ['reference', reference],
  ...['express', 'pydantic', 'go'].map((name) => [name, independent(name)] as const),
])

/** The service of a name. Throws where there is none. */
export function mutatedService(name: string): MutatedService {
  const service = mutatedServices.get(name)
  if (!service) throw new Error(`no service is called ${name}; there are ${[...mutatedServices.keys()].join(', ')}`)
  return service
}

async function importCopy<Module>(directory: string, file: string): Promise<Module> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the copy has the exports of what it is a copy of
  return (await import(pathToFileURL(join(directory, file)).href)) as Module
}
