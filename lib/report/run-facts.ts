import type { RequirementId } from '../contract/requirement.ts'
import type { RunSettings } from '../config/replay-command.ts'
import type { Shard } from '../config/shard.ts'
import type { DescriptionRead } from './reported-description.ts'
import type { ReportedTarget } from './conformance-report.ts'
import type { Deviation } from '../config/read-deviations.ts'

/** What a report says beside what the run has observed. */
export interface RunFacts {
  readonly target: Omit<ReportedTarget, 'dialect' | 'exchanges'>
  /** The command line that repeats the run. */
  readonly replay: string
  /** The options of the run; absent in what shards of earlier versions hand on. */
  readonly settings?: RunSettings | undefined
  /** Where the report goes; `reports` in the working directory without it. */
  readonly reportsDirectory?: string | undefined
  readonly suiteVersion: string
  /** The requirements of a selection, if one was made. */
  readonly selected?: ReadonlySet<RequirementId> | undefined
  /** The part of a run that this is, if it was divided: others evaluate the rest. */
  readonly shard?: Shard | undefined
  /** The shards that a merge was not given, as `2/3`. */
  readonly missingShards?: readonly string[] | undefined
  /** Violations of implied requirements warn and do not fail the run. */
  readonly documentedOnly?: boolean | undefined
  readonly deviations?: readonly Deviation[] | undefined
  /** Why the run could not be made or finished. */
  readonly error?: string | undefined
  /** The target's own description, if one was given. */
  readonly description?: DescriptionRead | undefined
  /** How much of what the run created or changed is left, in one line. */
  readonly leftBehind?: string | undefined
  /** Takes the keys out of a text, if others than those that this process knows are to be hidden. */
  readonly redact?: ((text: string) => string) | undefined
}
