import type { Identity } from '#suite'

interface Needing {
  readonly actor: Identity
  readonly write?: { readonly trace?: true; readonly needs?: 'control:publish-version' } | undefined
}

/** What a row needs whose write is sent by this actor. */
export function needsOf({ actor, write: { trace, needs } = {} }: Needing) {
  return [
    'write' as const,
    ...(trace ? (['trace'] as const) : []),
    ...(actor === 'same-organization' ? (['same-org-key|control:create-key'] as const) : []),
    ...(needs === undefined ? [] : [needs]),
  ]
}
