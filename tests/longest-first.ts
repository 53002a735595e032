import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take longest, the longest first: one of them that began last would keep one worker busy while the others have
 * nothing left to do. Vitest knows it of an earlier run alone, and takes long files for long tests before.
 */
const longest = [
  'proof/faults-part-1',
  'proof/faults-part-2',
  'hostile/hostile',
  'hostile/nonsense',
  'cli/shards',
  'report/html/browser',
  'cli/run',
  'differential/against',
  'independent-servers/bugs',
  'independent-servers/sound-servers',
  'cli/gate',
  'cli/cleanup',
  'hostile/foreign-data',
  'cli/stale-reports',
  'proof/faults-by-the-clock',
  'doctor/foresight',
  'cli/preflight',
  'package/package',
  'proof/seeds',
  'report/har',
  'report/allure-report',
]

/** Begins with the longest files, in every clone alike. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`))
  return place === -1 ? longest.length : place
}
