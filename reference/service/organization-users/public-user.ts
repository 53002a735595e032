import type { Deployment } from '../deployment.ts'

/** A user as owners and authors are shown. */
export interface PublicUser {
  readonly id: string
  readonly userName: string
  readonly imageUrl: string | null
}

const image = { imageUrl: { href: 'https://images.example.test/user.png' } }

/** The public face of a user of the store. */
export function publicUser({ store, faults }: Deployment, id: string): PublicUser {
  const row = store.get<{ user_name: string; image_url: string | null }>(
    'SELECT user_name, image_url FROM users WHERE id = ?',
    id,
  )
  if (faults.active('image-as-an-object'))
    return Object.assign({ id, userName: row?.user_name ?? '', imageUrl: null }, image)
  return { id, userName: row?.user_name ?? '', imageUrl: row?.image_url ?? null }
}
