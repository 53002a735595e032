import { assume, succeeded, type CheckContext, type RawRequest } from '#suite'

/** Deletes something between two updates of it, all at the same time. lawful: the deletion gives way to the update, and nothing is told then. */
export async function deleteAmidUpdates(
  { api }: Pick<CheckContext, 'api'>,
  deletion: RawRequest,
  update: () => RawRequest,
): Promise<void> {
  const [, deleted] = await api.simultaneously([update(), deletion, update()])
  assume(deleted !== undefined && succeeded(deleted))
}
