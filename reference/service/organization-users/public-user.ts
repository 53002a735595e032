import type { Deployment } from '../deployment.ts'

/** A user as owners and authors are shown. */
export interface PublicUser {
  readonly id: string
  readonly userName: string
  readonly imageUrl: string | null
}

/** The public face of a user of the store. */
export function publicUser({ store }: Pick<Deployment, 'store'>, id: string): PublicUser {
  const row = store.get<{ user_name: string; image_url: string | null }>(
    'SELECT user_name, image_url FROM users WHERE id = ?',
    id,
  )
  return { id, userName: row?.user_name ?? '', imageUrl: row?.image_url ?? null }
}
