import type { UntestedReason } from '../checks/errors.ts'

/** Why nothing evaluated a requirement, by reason. */
export const reasonWords: Readonly<Record<UntestedReason, string>> = {
  'writes-not-allowed': 'The run may only read',
  'traces-not-allowed': 'The run may not leave traces',
  'missing-fixture': 'A fixture is missing',
  'missing-control': 'A control is missing',
  'capability-absent': 'The deployment does not support it',
  blocked: 'Blocked by another problem',
  deadline: 'The run was out of time or requests',
  'rate-limited': 'The rate limit of the deployment was exhausted',
  'not-selected': 'Not selected in this run',
  'not-written': 'No check in this version',
}
