import { fileURLToPath } from 'node:url'
import type { UserWorkspaceConfig } from 'vitest/config'
import { areas, requirements } from '../contract/requirement.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const needs = new Set(
  [...requirements.values()].flatMap((requirement) => requirement.needs).flatMap((need) => need.split('|')),
)

/** Tags by which `--only` selects: every requirement id, area, kind and need. */
const tags = [
  ...requirements.keys(),
  ...areas.map((area) => area.id),
  'documented',
  'implied',
  'open',
  ...needs,
  'same-org-key',
  'scenario',
  'property',
  'model',
  'race',
]

/**
 * How vitest runs the suites: in one worker, so that the target's dialect, rate limit and shared fixtures are learned once; its
 * checks run concurrently.
 */
export const conformanceProject = {
  name: 'conformance',
  root,
  include: ['lib/cli/declare-checks.ts'],
  tags: [...new Set(tags)].map((name) => ({ name })),
  pool: 'threads',
  isolate: false,
  maxWorkers: 1,
  fileParallelism: false,
  sequence: { concurrent: true },
  // A verdict never depends on the clock: requests have their own limits, and the run has its deadline.
  testTimeout: 0,
  hookTimeout: 0,
} satisfies UserWorkspaceConfig['test']
