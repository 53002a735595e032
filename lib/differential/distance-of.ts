import type { Step } from '../run/steps/step.ts'

/** What an answer shows, place by place, laid out for many comparisons. */
export type Outline = ReadonlyMap<string, string>

/** Another status weighs more than all headers and places of a body together. */
const statusWeight = 1000

export function outlineOf({ status, headers, leaves }: Step): Outline {
  return new Map([
    ['status', String(status)],
    ...Object.entries(headers).map(([name, value]) => [`header ${name}`, value] as const),
    ...Object.entries(leaves).map(([place, leaf]) => [`body ${place}`, JSON.stringify(leaf)] as const),
  ])
}

/** In how many headers and places of the body two answers differ. */
export function distanceOf(one: Outline, other: Outline): number {
  let distance = one.get('status') === other.get('status') ? 0 : statusWeight
  for (const [place, text] of one) if (other.get(place) !== text) distance += 1
  for (const place of other.keys()) if (!one.has(place)) distance += 1
  return distance
}
