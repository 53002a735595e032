import type { Identity } from '../client/exchange.ts'
import type { ExchangeSummary } from '../client/summarize-exchange.ts'

const actors: Readonly<Record<Identity, string>> = {
  own: 'own key',
  'same-organization': 'second user',
  'other-organization': 'other organization',
  revoked: 'revoked key',
  none: 'no key',
  forged: 'credentials set by the check',
}

/** Who sent a request, in words. */
export function actorText(actor: Identity): string {
  return actors[actor]
}

/** The sender of a request, as a suffix, if it was not the run's own key. */
export function actorRemark(actor: Identity = 'own'): string {
  return actor === 'own' ? '' : ` (${actors[actor]})`
}

/** Method and path of a request, without the base URL. */
export function requestLine({ method, url }: ExchangeSummary, baseUrl: string): string {
  const path = url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url
  return `${method} ${path === '' ? '/' : path}`
}

/** A request in general form: without its query, and with placeholders for ids. */
export function requestName({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${withoutIds(path.split('?', 1)[0] ?? '')}`
}

/** The path of a request in general form, with placeholders for ids. */
export function withoutIds(path: string): string {
  return path.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, '{id}')
}
