import type { RequirementId } from '../contract/requirement.ts'
import type { RunSettings } from '../config/replay-command.ts'
import type { Shard } from '../config/shard.ts'
import type { DescriptionRead } from './reported-description.ts'
import type { ReportedTarget } from './conformance-report.ts'
import type { Deviation } from '../config/read-deviations.ts'

/** The parts of a report besides the observations of the run. */
export interface RunFacts {
  readonly target: Omit<ReportedTarget, 'dialect' | 'exchanges'>
  /** The command line that repeats the run. */
  readonly replay: string
  /** The options of the run; absent in shards of earlier versions. */
  readonly settings?: RunSettings | undefined
  /** The directory of the report; by default `reports` in the working directory. */
  readonly reportsDirectory?: string | undefined
  readonly suiteVersion: string
  /** The requirements of a selection, if one was made. */
  readonly selected?: ReadonlySet<RequirementId> | undefined
  /** The part of a run that this is, if it was divided: others evaluate the rest. */
  readonly shard?: Shard | undefined
  /** The shards that are missing in a merge, such as `2/3`. */
  readonly missingShards?: readonly string[] | undefined
  /** Violations of implied requirements warn and do not fail the run. */
  readonly documentedOnly?: boolean | undefined
  readonly deviations?: readonly Deviation[] | undefined
  /** Why the run could not be made or finished. */
  readonly error?: string | undefined
  /** The target's own description, if one was given. */
  readonly description?: DescriptionRead | undefined
  /** How much remains of what the run created or changed, in one line. */
  readonly leftBehind?: string | undefined
  /** Removes keys from a text, if keys unknown to this process must be hidden. */
  readonly redact?: ((text: string) => string) | undefined
}
