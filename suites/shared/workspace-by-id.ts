import type { CheckContext, Exchange } from '#suite'

/** A workspace by its id, read once per session: nobody minds how old the answer is. */
export function workspaceById(
  { given, session }: Pick<CheckContext, 'given' | 'session'>,
  id: string,
): Promise<Exchange> {
  return session.shared(`workspace ${id} by its id`, () => given.read('workspace', id))
}
