import type { Judgement, JudgementSources } from './judgement-sources.ts'
import { leavesOf } from './place.ts'

/** The judgement of a property by the number that its value begins with: the result of a formula has its unit behind it. */
export function numberJudgement({ finding, judged }: JudgementSources): Judgement | undefined {
  const [expected, received] = [finding.expected, finding.received].map((text) => plainNumber.exec(text)?.[0])
  const value = leavesOf(judged).find(({ path }) => path === '.value')
  if (expected === undefined || received === undefined || !value?.isText) return undefined
  if (Number.parseFloat(value.text) !== Number(received)) return undefined
  return {
    lines: [
      'accepted "$1" || return 2',
      'seen=$(value "$1" .value)',
      `begins_with_number "$seen" ${expected} && return 0`,
      `begins_with_number "$seen" ${received} && return 1`,
      'return 2',
    ],
  }
}

const plainNumber = /^-?\d+(?:\.\d+)?(?= or |$)/
