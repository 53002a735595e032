import type { Criterion } from '../checks/finding.ts'
import type { EndpointId } from '../contract/endpoint.ts'
import type { JudgementSources } from './judgement-sources.ts'
import { quoted } from './shell-text.ts'

/** What makes the things that each read shows by id. */
const makersOf: Readonly<Partial<Record<EndpointId, readonly EndpointId[]>>> = {
  getItem: ['createItem', 'createItemsInBulk'],
  getProperty: ['createProperty', 'createPropertiesInBulk'],
}

/** Of fewer things, which of them a deletion forgets is no matter of chance. */
const many = 20

type Lawful = Extract<Criterion, { kind: 'status' }>['lawful']

/**
 * The line that looks for the others of many that have to go with their product, too: a deletion that forgets some of them
 * may forget others than in the run.
 */
export function alikeLines(lawful: Lawful, { judged, chronicle, lines }: JudgementSources): readonly string[] {
  const makers = judged.endpoint === undefined ? undefined : makersOf[judged.endpoint]
  if (!makers || !Array.isArray(lawful) || lawful.some((status) => status < 400)) return []
  const writes = chronicle.writes.filter((write) => lines.numberOf(write) !== undefined && write.status < 300)
  const products = writes.filter(({ endpoint }) => endpoint === 'createProduct')
  const made = writes.filter(({ endpoint }) => endpoint !== undefined && makers.includes(endpoint))
  const names = made.reduce((sum, { request }) => sum + (request.body?.text.match(/"name"/g) ?? []).length, 0)
  if (products.length !== 1 || writes.at(-1)?.endpoint !== 'deleteProduct' || names < many) return []
  const path = judged.request.path.replace(/[^/]*$/, '')
  const steps = made.map((write) => lines.numberOf(write)).join(' ')
  return [`[ "$(status "$1")" != 404 ] || all_gone ${judged.identity} ${quoted(path)} ${steps} || return 1`]
}
