import { existingFile } from './existing-file.ts'
import type { Settings } from './settings.ts'
import type { TargetFile } from './target-file.ts'

/** Whether the source of a description is a URL rather than the path of a file. */
export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source)
}

/** The place of the target's own OpenAPI description: a URL, or the absolute path of a file. Throws `ConfigurationError`. */
export function descriptionSource(settings: Settings, { openapi }: TargetFile): string | undefined {
  const given = settings.text('openapi') ?? openapi
  if (given === undefined || isUrl(given)) return given
  return existingFile(settings.path('openapi') ?? openapi, '--openapi, CONFORMANCE_OPENAPI or the target file')
}
