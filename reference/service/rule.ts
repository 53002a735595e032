/** A rule as those see it who keep rules of every shape. */
export type AnyRule = (deployment: never, ...parameters: never[]) => unknown

/** Other functions for some of the rules of one deployment. */
export type Replacements = ReadonlyMap<AnyRule, AnyRule>

const sounds = new WeakMap<AnyRule, AnyRule>()

/**
 * Declares a rule of the service: a function whose first parameter is the deployment. A deployment may bring another
 * function of the same shape for it (`Deployment.replacements`); callers do not see which of the two answers.
 */
export function rule<Sound extends AnyRule>(sound: Sound): Sound {
  const applied = (deployment: { readonly replacements: Replacements }, ...parameters: readonly unknown[]): unknown =>
    Reflect.apply(deployment.replacements.get(applied) ?? sound, undefined, [deployment, ...parameters])
  sounds.set(applied, sound)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it takes and gives whatever the sound function does
  return applied as AnyRule as Sound
}

/** The function that a rule was declared with, whatever a deployment brings for it. */
export function soundOf(declared: AnyRule): AnyRule {
  return sounds.get(declared) ?? declared
}
