import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serverKeys } from '../servers/independent-server.ts'
import type { JudgeTargetOptions } from '../judge/judge-target.ts'

/** Code of this project that can be mutated. */
export interface MutatedCode {
  /** The folders that are copied, so that the copies can be changed; relative to the checkout. */
  readonly copied: readonly string[]
  /** What the copy imports from elsewhere in the checkout. */
  readonly linked: readonly string[]
  /** The folders whose code is mutated, within the copied ones. */
  readonly mutated: readonly string[]
  /** Mutators whose changes say nothing. */
  readonly excluded?: readonly string[]
}

/** A service of this project whose code can be mutated. */
export interface MutatedService extends MutatedCode {
  /** Starts the copy in a directory. */
  readonly start: (directory: string) => Promise<StartedService>
}

/** How a service that runs is reached, and what is declared of it. */
export type StartedService = Pick<JudgeTargetOptions, 'baseUrl' | 'keys' | 'controls' | 'targetFile'>

const shared = ['schemas', 'package.json']
const servers = 'proof/servers'

const reference: MutatedService = {
  copied: ['reference'],
  linked: shared,
  mutated: ['reference/service'],
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
    copied: [servers],
    linked: [...shared, 'reference', 'proof/changes'],
    mutated: [`${servers}/${name}`],
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

/** What `--of` names beside the services: the suite itself. Texts of claims, titles and hints are no part of a verdict. */
const suite: MutatedCode = {
  copied: ['lib', 'suites', 'tests', 'vitest.config.ts', 'proof/judge', 'proof/mutants'],
  linked: [
    ...shared,
    'requirements',
    'reference',
    'proof/changes',
    'proof/faults',
    'proof/servers',
    'proof/variants',
    'proof/start-changed-reference.ts',
  ],
  mutated: ['suites', 'lib/checks', 'lib/service/checks'],
  excluded: ['StringLiteral', 'Regex'],
}

/** The name of the suite itself for `--of`. */
export const suiteName = 'suite'

/** The code of a name that `--of` knows. Throws if there is none. */
export function mutatedCode(name: string): MutatedCode {
  return name === suiteName ? suite : mutatedService(name)
}

/** The service of a name. Throws if there is none. */
export function mutatedService(name: string): MutatedService {
  const service = mutatedServices.get(name)
  if (service) return service
  throw new Error(`no code is called ${name}; there are ${[...mutatedServices.keys(), suiteName].join(', ')}`)
}

async function importCopy<Module>(directory: string, file: string): Promise<Module> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the copy has the exports of what it is a copy of
  return (await import(pathToFileURL(join(directory, file)).href)) as Module
}
