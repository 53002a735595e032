import type { Exchange } from '../client/exchange.ts'
import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { shownOrBroken } from './list-judgement.ts'
import { leavesOf } from './place.ts'

/** The judgement of two lists that ought to have the same entries, where a claim compares the ids of both. */
export function idsJudgement(sources: JudgementSources): Judgement | undefined {
  const { finding, judged, lines } = sources
  const { criterion } = finding
  if (criterion?.kind !== 'same') return undefined
  const [expected, received] = [criterion.expected, criterion.received].map((value) => idsIn(value))
  const differs = criterion.differs === true
  if (expected === undefined || received === undefined || (expected === received) !== differs) return undefined
  if (expected === '') return undefined
  // A list that shows nothing, or is refused, is the one that the claim is about.
  const other = received === '' ? judged : listOf(received, sources)
  const one = listOf(expected, sources, other)
  if (!one || !other) return undefined
  const steps = [one, other].map((list) => (list === judged ? '"$1"' : lines.numberOf(list)))
  const words = [expected, received].map((ids, index) => (isOfLiving(ids, [one, other][index]) ? 'living' : 'ids'))
  if (steps.includes(undefined)) return undefined
  return {
    lines: [
      `accepted ${steps[0]} || return 2`,
      received === '' ? shownOrBroken : `accepted ${steps[1]} || return 2`,
      `${words[0]} ${steps[0]} | sort >"$work/due"`,
      `${words[1]} ${steps[1]} | sort >"$work/shown"`,
      '[ -s "$work/due" ] || return 2',
      differs ? '! cmp -s "$work/due" "$work/shown"' : 'cmp -s "$work/due" "$work/shown"',
    ],
  }
}

/** Ids in one text, in whatever order; `undefined` where a value is no list of texts. */
function idsIn(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined
  return value.every((one) => typeof one === 'string') ? inOrder(value) : undefined
}

/** The latest list with just these entries, other than one that is known; those that are marked as deleted may be left out of account. */
function listOf(ids: string, { judged, trail }: JudgementSources, except?: Exchange): Exchange | undefined {
  return [...trail.filter(({ sequence }) => sequence < judged.sequence), judged].findLast((exchange) => {
    if (exchange === except || exchange.status >= 300) return false
    const { all, living } = shownIds(exchange)
    return all.length > 0 && (inOrder(all) === ids || inOrder(living) === ids)
  })
}

function isOfLiving(ids: string, list: Exchange | undefined): boolean {
  return list !== undefined && ids !== '' && inOrder(shownIds(list).all) !== ids
}

function shownIds(list: Exchange): Readonly<Record<'all' | 'living', readonly string[]>> {
  const leaves = leavesOf(list)
  const entries = leaves.filter(({ path }) => /^(?:\.items)?\[\d+\]\.id$/.test(path))
  const deleted = new Set(
    leaves
      .filter(({ path, text }) => path.endsWith('].deleted') && text === 'true')
      .map(({ path }) => path.replace(/deleted$/, 'id')),
  )
  return {
    all: entries.map(({ text }) => text),
    living: entries.filter(({ path }) => !deleted.has(path)).map(({ text }) => text),
  }
}

function inOrder(ids: readonly string[]): string {
  return ids
    .map((id) => id.toLowerCase())
    .toSorted()
    .join('\n')
}
