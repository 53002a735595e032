import type { Exchange } from '../client/exchange.ts'

/** The path of a list with what it is asked with, so that a limit and an offset can be put behind it. */
export function listPathOf({ request }: Exchange): string {
  const [path = '', query = ''] = request.path.split('?', 2)
  const kept = query.split('&').filter((part) => part !== '' && !/^(?:limit|offset)=/.test(part))
  return `${path}?${kept.map((part) => `${part}&`).join('')}`
}
