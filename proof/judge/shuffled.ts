import fc from 'fast-check'

/** All of some values in an order that the seed decides. */
export function shuffled<Value>(values: readonly Value[], seed: number): readonly Value[] {
  const whole = { minLength: values.length, maxLength: values.length }
  const [order = values] = fc.sample(fc.shuffledSubarray([...values], whole), { numRuns: 1, seed })
  return order
}
