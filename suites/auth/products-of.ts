import type { CheckContext, Exchange } from '#suite'

/** Workspaces of which each is looked into; more tell nothing new. */
export const workspacesRead = 12

/** The first products of one of the organization's own workspaces, listed once per session: nobody minds how old the answer is. */
export function productsOf({ given, session }: Pick<CheckContext, 'given' | 'session'>, id: string): Promise<Exchange> {
  return session.shared(`products of workspace ${id}`, () => given.listProducts(id))
}
