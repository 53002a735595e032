import { ConfigurationError } from './errors.ts'

/** A part of a run: the `index`-th, from 1, of `count`. */
export interface Shard {
  readonly index: number
  readonly count: number
}

const mostShards = 100

/** Reads `i/n`. */
export function parseShard(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(text.trim())?.map(Number) ?? []
  if (index !== undefined && count !== undefined && index >= 1 && index <= count && count <= mostShards)
    return { index, count }
  throw new ConfigurationError(`--shard is "${text}"; use the form INDEX/COUNT, for example 1/4`)
}
