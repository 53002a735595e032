import { defineConfig } from 'vitest/config'
import { conformanceProject } from './lib/run/vitest-project.ts'
import { OrderOfFiles } from './tests/order-of-files.ts'

const underNoClock = {
  pool: 'threads',
  // A run waits now and then for the target's clock: others go on meanwhile.
  maxConcurrency: 4,
  // A verdict never depends on the clock.
  testTimeout: 0,
  hookTimeout: 0,
  // What is awaited by looking again and again comes later on a busy machine.
  expect: { poll: { timeout: 60_000 } },
} as const

export default defineConfig({
  test: {
    // Hundreds of faults take a second each, and most of a sample of the second tier is left out.
    slowTestThreshold: 60_000,
    hideSkippedTests: true,
    // What a faulty reference says on standard error is told beside a test that failed.
    silent: 'passed-only',
    reporters: ['default', './tests/proof/counts-reporter.ts'],
    // What a worker waits for is mostly another clock than the processor's.
    maxWorkers: 3,
    sequence: { sequencer: OrderOfFiles },
    projects: [
      {
        test: {
          ...conformanceProject,
          tags: [...conformanceProject.tags],
          globalSetup: ['lib/cli/vitest-global-setup.ts'],
        },
      },
      { test: { name: 'tests', include: ['tests/**/*.test.ts'], ...underNoClock } },
      {
        test: {
          name: 'slow',
          include: ['tests/**/*.slow.ts'],
          globalSetup: ['tests/proof/made-once-directory.ts'],
          setupFiles: ['tests/proof/keep-to-budget.ts'],
          ...underNoClock,
          // Nothing waits by the clock here: what goes on side by side when the time of a sample is over only prolongs it.
          maxConcurrency: 2,
        },
      },
    ],
  },
})
