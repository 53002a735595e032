import type { Session } from '../../run/session.ts'

export interface GivenKeys {
  /** A key that was revoked: the configured one, or one made and revoked by the controls. */
  revokedKey(): Promise<string>
  /** A key for places that logs keep, such as a query: made by the controls for the run, and revoked with all that it made. */
  expendableKey(): Promise<string>
}

/** Keys that are no identity of the run. */
export function createKeys(session: Session): GivenKeys {
  return {
    revokedKey: () =>
      session.shared('revoked key', async () => {
        const { revoked } = session.configuration.keys
        if (revoked !== undefined) return revoked
        const { id, key } = await session.controls.createApiKey({ organization: 'own' })
        await session.controls.revokeApiKey(id)
        session.keepRevoked(key)
        return key
      }),
    expendableKey: () =>
      session.shared('expendable key', async () => (await session.controls.createApiKey({ organization: 'own' })).key),
  }
}
