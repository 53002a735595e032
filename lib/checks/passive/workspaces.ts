import type { PassiveCheck } from '../passive-check.ts'
import { judgeFields } from './field-rule.ts'
import type { FieldRule } from './field-rule.ts'
import { subjectOf } from './reading.ts'
import { isString } from './shapes.ts'
import { isUuid } from './uuid.ts'

const rules: readonly FieldRule[] = [
  { requirement: 'WS-02', field: 'id', expected: 'a UUID', holds: isUuid },
  { requirement: 'WS-02', field: 'name', expected: 'a string', holds: isString },
  { requirement: 'WS-02', field: 'readable_id', expected: 'a string', holds: isString },
]

export const workspaces: PassiveCheck = {
  title: 'a workspace has the documented shape',
  requirements: ['WS-02'],
  judge: (exchange, report) => {
    const subject = subjectOf(exchange, 'workspace')
    if (subject) judgeFields(subject, rules, report)
  },
}
