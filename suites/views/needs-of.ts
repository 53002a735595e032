import type { Identity } from '#suite'

/** What a row needs whose write is sent by this actor, and leaves a trace or not. */
export function needsOf(as: Identity, trace = false) {
  const second = 'same-org-key|control:create-key' as const
  return [
    'write' as const,
    ...(trace ? (['trace'] as const) : []),
    ...(as === 'same-organization' ? ([second] as const) : []),
  ]
}
