import { printable } from '../../client/printable.ts'
import { endpointIds } from '../../service/interface/endpoint.ts'
import { requirements } from '../../contract/requirement.ts'
import type { Description } from '../read-description.ts'
import { departs, type GroupedDifference } from './difference.ts'

/** A description, and where it differs from the contract. */
export interface ComparedDescription {
  readonly description: Pick<Description, 'source' | 'version' | 'operations'>
  readonly differences: readonly GroupedDifference[]
}

const placesShown = 3
const longest = 200

/** For people on a terminal. */
export function differenceText({ description, differences }: ComparedDescription): string {
  const sections = sectionsOf(differences).map(([title, found]) => {
    const lines = found.map((difference) => {
      const { requirement = '', what, expected, described } = difference
      if (!departs(difference)) return `  ${placesText(difference)}: ${safe(what)}: ${safe(described)}`
      const line = `  ${requirement.padEnd(8)}${safe(what)}: expected ${safe(expected)}, described ${safe(described)}`
      return `${line}\n${' '.repeat(10)}${placesText(difference)}`
    })
    return [`\n${title}`, ...lines].join('\n')
  })
  return `${[headline(description, differences), ...sections].join('\n')}\n`
}

/** For a pull request or the summary of a job. */
export function differenceMarkdown({ description, differences }: ComparedDescription): string {
  const sections = sectionsOf(differences).flatMap(([title, found]) => [
    `\n### ${title}\n`,
    '| requirement | what | expected | described | where |',
    '| --- | --- | --- | --- | --- |',
    ...found.map((difference) => {
      const { requirement, what, expected, described } = difference
      const statement =
        requirement === undefined ? '' : `${requirement}: ${requirements.get(requirement)?.statement ?? ''}`
      return `| ${[statement, what, expected, described, placesText(difference)].map(cell).join(' | ')} |`
    }),
  ])
  return `${[`## ${cell(headline(description, differences))}`, ...sections].join('\n')}\n`
}

/** For programs. */
export function differenceJson({ description, differences }: ComparedDescription): string {
  const { source, version, operations } = description
  const shown = { source, openapi: version, endpoints: { described: operations.size, ofContract: endpointIds.length } }
  const all = differences.map((difference) => ({ ...difference, departs: departs(difference) }))
  return `${JSON.stringify({ ...shown, conforms: !differences.some(departs), differences: all }, undefined, 2)}\n`
}

function headline(
  { source, version, operations }: ComparedDescription['description'],
  all: ComparedDescription['differences'],
): string {
  const count = all.filter(departs).length
  const told =
    count === 0 ? 'agrees with the contract' : `contradicts the contract in ${count} point${count === 1 ? '' : 's'}`
  return `${safe(source)} (OpenAPI ${safe(version)}, ${operations.size} of ${endpointIds.length} endpoints) ${told}`
}

function sectionsOf(all: readonly GroupedDifference[]): ReadonlyArray<readonly [string, readonly GroupedDifference[]]> {
  const sections = [
    ['different from the contract', all.filter(({ kind }) => kind === 'other')],
    ['less than the contract', all.filter(({ kind }) => kind === 'less')],
    ['more than the contract (allowed)', all.filter(({ kind }) => kind === 'more')],
    ['left open by the contract', all.filter(({ kind }) => kind === 'open')],
  ] as const
  return sections.filter(([, found]) => found.length > 0)
}

function placesText({ places }: GroupedDifference): string {
  const more = places.length - placesShown
  const shown = places.slice(0, more === 1 ? placesShown + 1 : placesShown).map((place) => safe(place))
  return [...shown, ...(more > 1 ? [`and ${more} more`] : [])].join(', ')
}

function safe(text: string): string {
  const line = printable(text).replaceAll(/\s+/g, ' ')
  return line.length > longest ? `${line.slice(0, longest - 1).toWellFormed()}…` : line
}

/** Nothing that a description says is markup. */
function cell(text: string): string {
  return safe(text).replaceAll(/[\\`*_{}[\]<>|~#!@&]/g, (character) => `&#${character.charCodeAt(0)};`)
}
