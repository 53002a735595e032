import type { NewFinding } from '../checks/run-journal.ts'
import type { Exchange } from '../client/exchange.ts'
import { endpoints } from '../contract/endpoint.ts'
import type { Chain } from './chain-of.ts'
import { idsOf, isOurs } from './ids-of-exchanges.ts'
import type { Chronicle, Origin } from './chronicle.ts'
import { entryIds, type ComparedPlaces } from './compared-places.ts'
import { idsInCriterion } from './ids-in-criterion.ts'
import { Names } from './names.ts'

/** An id that a script takes from an answer. */
export interface Taken {
  readonly variable: string
  /** Where it stands in the answer. */
  readonly path: string
  /** What it was in the run, where it was there before: it stands in another place as others come and go. */
  readonly known?: string
  /** Whether nothing is sent with it: an answer that lacks it shows that, and no more. */
  readonly isNameAlone: boolean
}

/** A value that a script draws: the variable that holds it, and the command that prints one. */
export interface Drawn {
  readonly variable: string
  readonly command: string
}

/** The variables of a script: the values that the run had, and the answers that give those of the script. */
export interface NamedIds {
  readonly names: Names
  /** By the number of the exchange whose answer shows them. */
  readonly taken: ReadonlyMap<number, readonly Taken[]>
  /** Every value with its variable, in the order in which a script comes to know them. */
  readonly values: ReadonlyMap<string, string>
  /** The record that a finding is about, where it was there before the run. */
  readonly existing: readonly string[]
  /** Parts of part numbers by which the run told them apart: others have to be drawn for each run. */
  readonly drawn: readonly Drawn[]
  readonly variableOf: (id: string) => string | undefined
  /** Whether a thing was there before the run. */
  readonly wasThere: (id: string) => boolean
}

interface NamingSources {
  readonly finding: Pick<NewFinding, 'criterion' | 'expected' | 'received'>
  readonly judged: Exchange
  readonly compared: ComparedPlaces | undefined
  readonly chain: Chain
  readonly chronicle: Chronicle
  readonly runId: string
}

/** Gives every id that a chain makes, and names later, a variable. */
export function nameIds({ finding, judged, compared, chain, chronicle, runId }: NamingSources): NamedIds {
  const names = new Names()
  const values = new Map<string, string>()
  const taken = new Map<number, Taken[]>()
  const variables = new Map<string, string>()
  const existing: string[] = []
  const name = (value: string, variable: string): void => {
    names.add(value, variable)
    values.set(value, variable)
  }
  name(runId, 'run')
  name(runId.toUpperCase(), 'RUN')
  const drawn = partsOfNumbers(chain, runId).map((value, index) => drawnFor(value, `drawn${index + 1}`, name))
  const record = recordIn(finding.received)
  if (record !== undefined && isExisting(record, chronicle) && !isMadeBefore(record, { judged, chain, chronicle })) {
    name(record, 'existing')
    existing.push(record)
  }
  for (const id of [...toldIds(finding, chronicle), ...chronicle.idsAmong(entryIds(compared))]) {
    const origin = chronicle.originOf(id)
    if (!origin || existing.includes(origin.id) || !isExisting(id, chronicle)) continue
    existing.push(origin.id)
    name(origin.id, existingVariable(existing.length - 1))
  }
  const counts = new Map<string, number>()
  const sequences = new Set(chain.exchanges.map(({ sequence }) => sequence))
  const sources = { finding, judged, compared, chain, chronicle }
  const sent = new Set([...idsSent(sources), ...chronicle.idsAmong(idsInCriterion(finding.criterion))])
  for (const id of idsInUse(sources)) {
    const origin = chronicle.originOf(id)
    if (!origin || !sequences.has(origin.exchange.sequence) || origin.exchange.sequence === judged.sequence) continue
    const kind = kindOf(origin.exchange)
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    const variable = `${kind}${count}`
    name(origin.id, variable)
    if (origin.id.toUpperCase() !== origin.id) names.add(origin.id.toUpperCase(), `${variable}_upper`)
    variables.set(id, variable)
    const { sequence } = origin.exchange
    const one = { ...takenFrom(origin, variable, chronicle), isNameAlone: isRead(origin) && !sent.has(id) }
    taken.set(sequence, [...(taken.get(sequence) ?? []), one])
  }
  for (const [index, made] of chain.webActions.flatMap((action) => action.made ?? []).entries()) {
    name(made, `generated${index + 1}`)
    variables.set(made.toLowerCase(), `generated${index + 1}`)
  }
  const wasThere = (id: string): boolean => isExisting(id, chronicle)
  return { names, taken, values, existing, drawn, wasThere, variableOf: (id) => variables.get(id.toLowerCase()) }
}

function drawnFor(value: string, variable: string, name: (value: string, variable: string) => void): Drawn {
  name(value, variable)
  return { variable, command: /^\d+$/.test(value) ? `digits ${value.length}` : 'fresh' }
}

function isRead({ exchange }: Origin): boolean {
  return exchange.request.method === 'GET'
}

function isMadeBefore(id: string, { judged, chain, chronicle }: Pick<NamingSources, 'judged' | 'chain' | 'chronicle'>) {
  const origin = chronicle.originOf(id)?.exchange.sequence
  return chain.exchanges.some(({ sequence }) => sequence === origin && sequence !== judged.sequence)
}

function takenFrom({ id, at }: Origin, variable: string, chronicle: Chronicle): Omit<Taken, 'isNameAlone'> {
  return { variable, path: at, ...(isExisting(id, chronicle) && { known: id }) }
}

function isExisting(id: string, chronicle: Chronicle): boolean {
  const origin = chronicle.originOf(id)
  return origin !== undefined && !isOurs(origin.exchange, chronicle)
}

function idsSent({ chain, chronicle }: Pick<NamingSources, 'chain' | 'chronicle'>): string[] {
  return [
    ...chain.exchanges.flatMap((exchange) => idsOf(exchange, chronicle)),
    ...chronicle.idsAmong(chain.webActions.flatMap(({ arguments: values }) => values)),
  ]
}

function idsInUse({ finding, judged, compared, chain, chronicle }: Omit<NamingSources, 'runId'>): string[] {
  const text = Buffer.from(judged.body.buffer, judged.body.byteOffset, judged.body.byteLength).toString()
  const shown = chronicle.idsAmong(Array.from(text.matchAll(/[\w-]{4,}/g), ([word]) => word))
  const inCriterion = chronicle.idsAmong(idsInCriterion(finding.criterion))
  return [
    ...new Set([
      ...idsSent({ chain, chronicle }),
      ...shown,
      ...inCriterion,
      ...toldIds(finding, chronicle),
      ...chronicle.idsAmong(entryIds(compared)),
    ]),
  ]
}

/** The variable of what was there before the run, by its place among such. */
export function existingVariable(index: number): string {
  return `existing${index === 0 ? '' : index + 1}`
}

/** The ids in the values that a finding tells of. */
function toldIds({ expected, received }: NamingSources['finding'], chronicle: Chronicle): string[] {
  return chronicle.idsAmong(Array.from(`${expected} ${received}`.matchAll(/[\w-]{16,}/g), ([word]) => word))
}

/** Many digits, or a word of eight letters and digits, alone, before others or between other characters. */
const drawnPart = /[1-9]\d{5,}|^(?!\d{8})(?=\D*\d)[a-z\d]{8}|(?<![a-z\d])(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{8}(?![a-z\d])/g

/** A word that is drawn may have letters alone. */
const drawnWord = /(?<![a-z\d])[a-z\d]{8}(?![a-z\d])/

function partsOfNumbers({ exchanges }: Chain, runId: string): string[] {
  const numbers = exchanges.flatMap(({ request }) =>
    Array.from((request.body?.text ?? '').matchAll(/"part_?[nN]umber": ?"([^"]*)"/g), ([, number = '']) => number),
  )
  const formatted = numbers.filter((number) => !number.toLowerCase().includes(runId.toLowerCase()))
  // With and without zeros before it, it is the same number in two spellings.
  return [...new Set(formatted.flatMap((number) => number.match(drawnPart) ?? number.match(drawnWord) ?? []))]
}

/** The id of the record that a finding about a field was found in. */
export function recordIn(received: string): string | undefined {
  return / \(in the record with id "([^"]+)"\)$/.exec(received)?.[1]
}

function kindOf({ endpoint }: Exchange): string {
  return endpoint === undefined ? 'thing' : endpoints[endpoint].resource.replaceAll('-', '_')
}
