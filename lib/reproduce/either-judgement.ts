import type { Judgement, JudgementSources } from './judgement-sources.ts'

/** The judgement by several criteria of which one is enough; by each of them alone it is made as any other. */
export function eitherJudgement(
  sources: JudgementSources,
  alone: (part: JudgementSources) => Judgement | undefined,
): Judgement | undefined {
  const { finding } = sources
  const { criterion } = finding
  if (criterion?.kind !== 'either') return undefined
  const parts = criterion.of.map((part) => alone({ ...sources, finding: { ...finding, criterion: part } }))
  const known = parts.filter((part) => part !== undefined)
  if (known.length < parts.length) return undefined
  const functions = known.flatMap(({ lines }, index) => [
    `part${index + 1}() {`,
    ...lines.map((line) => `  ${line}`),
    '}',
  ])
  return { lines: [...functions, `either "$1" ${known.map((_, index) => `part${index + 1}`).join(' ')}`] }
}
