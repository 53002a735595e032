import type { FastifyRequest } from 'fastify'
import { replace } from '../changes/replace.ts'
import { readSlice, type Slice } from '../../reference/service/http/page.ts'
import { Query } from '../../reference/service/http/query.ts'

interface Asked {
  readonly path: string
  readonly query: Query
}

/** Gives another slice of a list than was asked for. */
export function sliced(change: (slice: Slice, asked: Asked) => Slice): ReturnType<typeof replace> {
  return replace(readSlice, (sound) => (deployment, request) => {
    const asked = { path: pathOf(request), query: new Query(request) }
    return change(sound(deployment, request), asked)
  })
}

/** The path that a request asks for, without its query. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}
