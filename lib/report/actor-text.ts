import type { Identity } from '../client/exchange.ts'

const texts: Readonly<Record<Identity, string>> = {
  own: 'own key',
  'same-organization': 'second user',
  'other-organization': 'other organization',
  revoked: 'revoked key',
  none: 'no key',
  forged: 'credentials set by the check',
}

/** Who sent a request, in words. */
export function actorText(actor: Identity): string {
  return texts[actor]
}
