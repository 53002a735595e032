import { randomInt } from 'node:crypto'
import { noteDrawn } from '../../client/drawn-ids.ts'
import type { Session } from '../../run/session.ts'

export interface Names {
  /** A unique product or item name that contains the run id. */
  name(): string
  /** A unique `readable_id` that contains the run id. */
  readableId(): string
  /** A unique part number; in the declared format if it applies to every workspace. */
  partNumber(): string
  /** Eight random lower-case letters and digits: a word for searches. */
  word(): string
}

/**
 * Names of the run's records: random, because part numbers stay retired, and recognizable, because the teardown searches for the
 * run id.
 */
export function createNames(session: Session): Names {
  const { runId, targetFile } = session.configuration
  const rule = targetFile.fixtures?.partNumberRule
  const declaredFormat = rule && rule.workspaceId === undefined ? new RegExp(rule.pattern) : undefined
  return {
    word: () => noteDrawn(word()),
    name: () => `conformance ${runId} ${word()}`,
    readableId: () => `conformance_${runId}_${word()}`,
    partNumber: () =>
      declaredFormat ? session.drawnNumbers.draw(declaredFormat) : `CF-${runId}-${word()}`.toUpperCase(),
  }
}

function word(): string {
  return randomInt(36 ** 8)
    .toString(36)
    .padStart(8, '0')
}
