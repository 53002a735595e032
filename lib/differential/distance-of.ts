import type { Step } from '../run/steps/step.ts'

/** In how many headers and places of the body two answers differ; another status weighs more than all of them. */
export function distanceOf(one: Step, other: Step): number {
  const status = one.status === other.status ? 0 : 1000
  return status + unlike(one.headers, other.headers) + unlike(one.leaves, other.leaves)
}

function unlike(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): number {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name])).length
}
