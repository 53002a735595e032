import type { UntestedReason } from '../checks/errors.ts'

/** Why nothing evaluated a requirement, by reason. */
export const reasonWords: Readonly<Record<UntestedReason, string>> = {
  'writes-not-allowed': 'The run may only read',
  'traces-not-allowed': 'The run may leave nothing behind',
  'missing-fixture': 'Something existing is needed',
  'missing-control': 'The web application has to act',
  'capability-absent': 'The deployment does not offer it',
  blocked: 'Blocked by another problem',
  deadline: 'The run was out of time or requests',
  'rate-limited': 'The rate limit of the deployment was spent',
  'not-selected': 'Not asked for in this run',
  'not-written': 'No check yet',
}
