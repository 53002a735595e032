import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readJsonFormat } from '../report/read-report.ts'
import { shardJournalName, type ShardJournal } from './shard-journal.ts'
import { ConfigurationError } from '../config/errors.ts'

export interface ReadShard {
  /** The reports directory that it was read from. */
  readonly directory: string
  readonly journal: ShardJournal
}

/** Reads the journals of shards; each directory is that of a shard or contains several. Throws `ConfigurationError`. */
export function readShards(directories: readonly string[]): readonly ReadShard[] {
  const places = new Set(directories.flatMap((directory) => shardDirectoriesIn(directory)))
  return [...places].map((directory) => ({ directory, journal: readJournal(join(directory, shardJournalName)) }))
}

function shardDirectoriesIn(directory: string): readonly string[] {
  if (holdsJournal(directory)) return [directory]
  if (!existsSync(directory))
    throw new ConfigurationError(
      `the directory ${directory} does not exist; give the --reports directory of each shard`,
    )
  const within = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(directory, name))
    .filter((place) => holdsJournal(place))
  if (within.length > 0) return within.toSorted()
  throw new ConfigurationError(
    `${directory} has no ${shardJournalName}; give the --reports directory of a run with --shard`,
  )
}

function holdsJournal(directory: string): boolean {
  return existsSync(join(directory, shardJournalName))
}

function readJournal(path: string): ShardJournal {
  const data = readJsonFormat(path, {
    schema: 'formats/shard-journal.json',
    name: 'journal of a shard',
    origin: 'what a run with --shard of this version has written',
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has just been held against it, and the type says what the schema says
  return data as ShardJournal
}
