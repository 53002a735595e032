import type { Criterion } from '../checks/finding.ts'
import type { NewFinding } from '../checks/run-journal.ts'
import { keyVariables } from '../client/key-variables.ts'
import { undecided, type Decision } from './decision.ts'
import { quoted } from './shell-text.ts'

/** The end of a script for a finding that no answer shows: a key tells by itself; of anything else it says what it takes to see it. */
export function withoutAnswer({ criterion }: Pick<NewFinding, 'criterion'>): Decision {
  if (criterion?.kind === 'key') return { lines: keyLines(criterion) }
  const needs = criterion?.kind === 'unseen' ? criterion.needs : 'a look at what was expected: no answer shows it'
  return { lines: [undecided(needs)], needs }
}

/** A key that is made is revoked in the end. */
function keyLines({ prefix, isMade }: Extract<Criterion, { kind: 'key' }>): readonly string[] {
  const [lines, variable] = isMade
    ? [['web createApiKey own', 'take_key made'], 'made_key']
    : [[`use own ${keyVariables.own}`], keyVariables.own]
  return [...lines, `case $${variable} in ${quoted(prefix)}*) pass ;; esac`, 'breach']
}
