import type { NewFinding } from '../checks/run-journal.ts'
import type { Exchange } from '../client/exchange.ts'
import { redact } from '../client/redactor.ts'
import type { Decision } from './decision.ts'
import { preludeFor } from './prelude-for.ts'
import { quoted } from './shell-text.ts'

export interface ScriptPlace {
  readonly baseUrl: string
  /** Left out where no answer was judged. */
  readonly judged?: Exchange
}

/** The whole text of a script: what it is about, the functions that its lines call, and these lines. */
export function scriptText(finding: NewFinding, { lines, needs }: Decision, { baseUrl, judged }: ScriptPlace): string {
  const text = [
    '#!/bin/sh',
    ...heading(finding, { judged, needs }),
    `base=\${1:-\${CONFORMANCE_BASE_URL:-${quoted(baseUrl)}}}`,
    ...settings(finding),
    '',
    preludeFor(lines),
    ...lines,
  ]
  return `${redact(text.join('\n'))}\n`
}

interface HeadingFacts {
  readonly judged: Exchange | undefined
  readonly needs: string | undefined
}

function heading(finding: NewFinding, { judged, needs }: HeadingFacts): string[] {
  const { requirement, claim, expected, received, check, hint } = finding
  const told = [
    `${requirement}: ${claim}`,
    `expected: ${expected}`,
    `received: ${received}`,
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
    ...(judged ? [`judged: ${judged.request.method} ${judged.request.path}`] : []),
    `check: ${check}`,
    ...(needs === undefined ? [] : [`needs: ${needs}`]),
    '',
    'usage: sh SCRIPT [BASE_URL]; needs curl and a POSIX shell with awk, and the keys in the variables that it names',
    'exit code: 0 PASS, 1 BREACH, 3 UNDECIDED where neither would be sure, 2 where it cannot be run',
  ]
  return told.map((line) => `# ${oneLine(line)}`.trimEnd())
}

function settings({ requirement, claim, expected, received }: NewFinding): string[] {
  return [
    `finding=${quoted(oneLine(requirement))}`,
    `claim=${quoted(oneLine(claim))}`,
    `expected=${quoted(oneLine(expected))}`,
    `received=${quoted(oneLine(received))}`,
    'paced=yes',
  ]
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 500)
}
