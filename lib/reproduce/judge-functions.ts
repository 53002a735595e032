import type { Judgement, JudgementSources } from './judgement-sources.ts'

/** The functions of a script that send the judged request, and tell from its answer whether the rule is kept. */
export function judgeFunctions(
  { judged, lines }: Pick<JudgementSources, 'judged' | 'lines'>,
  found?: Judgement,
): readonly string[] {
  return [
    'judge() {',
    ...[...lines.request(judged, 'send'), ...lines.after(judged)].map((line) => `  ${line}`),
    '}',
    ...(found
      ? [
          '# 0: the rule is kept; 1: the breach is there; 2: the answer shows neither',
          'holds() {',
          ...found.lines.map((line) => `  ${line}`),
          '}',
        ]
      : []),
  ]
}
