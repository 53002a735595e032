import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { leavesOf } from './place.ts'
import { quoted } from './shell-text.ts'

/** The judgement of a property by the number that its value begins with: the result of a formula has its unit behind it. */
export function numberJudgement({ finding, judged }: JudgementSources): Judgement | undefined {
  const { criterion } = finding
  const value = leavesOf(judged).find(({ path }) => path === '.value')
  if (!value) return undefined
  if (criterion?.kind === 'number') {
    const { expected, hasUnit } = criterion
    const isRight = isNear(Number.parseFloat(value.text), expected)
    // With the right number it is the unit that is wrong, and only that there is none can be told.
    if (isRight && (!hasUnit || value.text.replace(plainResult, '') !== '')) return undefined
    const lawful = (criterion.measures ?? []).map(
      ({ value: number, unit }) => `begins_with_number "$seen" ${number} && has_unit "$seen" ${quoted(unit)}`,
    )
    return judgedBy({
      lawful:
        lawful.length > 0 ? lawful : [`begins_with_number "$seen" ${expected}${hasUnit ? ' && has_unit "$seen"' : ''}`],
      received: `[ "$seen" = ${quoted(value.text)} ]`,
    })
  }
  const [expected, received] = [finding.expected, finding.received].map((text) => plainNumber.exec(text)?.[0])
  if (expected === undefined || received === undefined) return undefined
  // The result of a formula may be a number, or a text with its unit.
  const isResult = leavesOf(judged).some(({ path, text }) => path === '.type' && text === 'formula')
  if (!value.isText && !isResult) return undefined
  if (Number.parseFloat(value.text) !== Number(received) || isNear(Number(received), Number(expected))) return undefined
  return judgedBy({
    lawful: [`begins_with_number "$seen" ${expected}`],
    received: `begins_with_number "$seen" ${received}`,
  })
}

interface Numbers {
  /** Commands of which one tells that it is right. */
  readonly lawful: readonly string[]
  /** A command that tells what the run received. */
  readonly received: string
}

function judgedBy({ lawful, received }: Numbers): Judgement {
  return {
    lines: [
      'accepted "$1" || return 2',
      'seen=$(value "$1" .value)',
      ...lawful.map((command) => `${command} && return 0`),
      `${received} && return 1`,
      'return 2',
    ],
  }
}

/** As near as the function `begins_with_number` of a script asks. */
function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-6 * Math.abs(other)
}

const plainNumber = /^-?\d+(?:\.\d+)?(?= or |$)/
const plainResult = /^[-+\d.\s]+(?:e[-+]?\d+)?/i
