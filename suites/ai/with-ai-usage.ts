import type { Sources } from '#suite'
import { descriptionIn } from './description-fields.ts'
import { uploadText } from './upload-text.ts'
import { descriptionTimeout } from './wait-for-description.ts'

/**
 * Switches AI usage and back again. What it was before is declared, or seen from a file that was uploaded before the first
 * switch; if neither tells it is left off, which sends nobody's files anywhere.
 */
export async function withAiUsage<Told>(sources: Sources, enabled: boolean, tell: () => Promise<Told>): Promise<Told> {
  const { given, session } = sources
  const probe = await session.shared('file from before AI usage was switched', () => uploadText(sources))
  await session.controls.setAiUsage(enabled)
  try {
    return await tell()
  } finally {
    const wasOn =
      session.configuration.targetFile.aiUsage ?? descriptionIn(await given.fileRecord(probe.id)) !== undefined
    await session.controls.setAiUsage(wasOn)
  }
}

/** Milliseconds within which a description comes if another one took as long as measured. */
export function usualTimeout({ session }: Pick<Sources, 'session'>, measured: number): number {
  return Math.min(6_000 + 5 * measured, descriptionTimeout(session))
}
