import type { Finding } from '../checks/finding.ts'

/** What of a finding it takes to repeat it. */
export type RepeatedFinding = Pick<
  Finding,
  'requirement' | 'signature' | 'claim' | 'check' | 'about' | 'case' | 'foundIn' | 'changedIn' | 'path' | 'commandsPath'
>
