import { existingFile } from './existing-file.ts'
import { readBaseUrl } from './read-base-url.ts'
import { readKeys, type TargetKeys } from './read-keys.ts'
import type { Settings } from './settings.ts'
import { readTargetFile, type TargetFile } from './target-file.ts'

/** An older deployment that a run is compared with. */
export interface Against {
  readonly baseUrl: string
  readonly keys: TargetKeys
  readonly controlsModule?: string
  /** Its own declarations; by default those of the new deployment apply to both. */
  readonly targetFile?: TargetFile
}

const prefix = 'CONFORMANCE_'

/**
 * The deployment of `--against`. Its keys are `CONFORMANCE_AGAINST_API_KEY` and so on, or those of the new deployment if it has
 * none of its own.
 */
export function readAgainst(settings: Settings): Against | undefined {
  const url = settings.text('against')
  if (url === undefined) return undefined
  const hasOwn = settings.secret(`${prefix}AGAINST_API_KEY`) !== undefined
  const keys = readKeys({
    ...settings,
    secret: (variable) => settings.secret(hasOwn ? variable.replace(prefix, `${prefix}AGAINST_`) : variable),
  })
  const controlsModule = existingFile(settings.path('againstControls'), 'CONFORMANCE_AGAINST_CONTROLS')
  const targetPath = settings.path('againstTarget')
  return {
    baseUrl: readBaseUrl(url, 'the URL of --against'),
    keys,
    ...(controlsModule === undefined ? {} : { controlsModule }),
    ...(targetPath === undefined ? {} : { targetFile: readTargetFile(targetPath) }),
  }
}
