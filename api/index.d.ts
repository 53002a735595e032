import type { ControlFunctions } from './controls.d.ts'

export type { ControlFunctions, RateLimitSetting } from './controls.d.ts'
export type {
  BodyTemplate,
  DeclaredFile,
  DeclaredValue,
  ForeignFixtures,
  PropertyTypeName,
  TargetFile,
} from './target-file.d.ts'

/**
 * The controls of a deployment, checked: `export default defineControls({ async publishVersion(productId) { … } })`.
 * Exports by name do the same.
 */
export declare function defineControls<Controls extends Partial<ControlFunctions>>(controls: Controls): Controls
