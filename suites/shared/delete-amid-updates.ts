import { assume, succeeded, type CheckContext, type RawRequest } from '#suite'

/** Deletes something twice between two updates of it, all at the same time. lawful: the deletion gives way to the update, and nothing is told then. */
export async function deleteAmidUpdates(
  { api }: Pick<CheckContext, 'api'>,
  deletion: RawRequest,
  update: () => RawRequest,
): Promise<void> {
  const [, ...answers] = await api.simultaneously([update(), deletion, deletion, update()])
  assume(answers.slice(0, 2).some(succeeded))
}
