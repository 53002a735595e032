import { fieldOf, pick, succeeded, type Exchange, type Fields, type RawRequest, type Sources } from '#suite'

/** Something that several send updates to at the same time. */
export interface Raced {
  readonly update: (fields: Fields) => RawRequest
  readonly read: () => Promise<Exchange>
}

/** The fields of those given that an update takes and the record shows, one by one. What an update takes is not said of every field. */
export async function acceptedFields(
  { api, given }: Sources,
  raced: Raced,
  names: readonly string[],
): Promise<readonly string[]> {
  const taken: string[] = []
  for (const name of names) {
    const text = given.name()
    await api.raw(raced.update({ [name]: text }))
    if (fieldOf(await raced.read(), name) === text) taken.push(name)
  }
  if (taken.length > 1) return taken
  return given.untestable({ reason: 'capability-absent', cause: 'the target did not update two fields' })
}

/**
 * Updates several fields at the same time, each by a request of its own; returns the record after it, and the fields whose update
 * was accepted.
 */
export async function updateAtOnce(
  { api }: Pick<Sources, 'api'>,
  { update, read }: Raced,
  wishes: Readonly<Record<string, string>>,
): Promise<{ readonly after: Exchange; readonly kept: readonly string[] }> {
  const names = Object.keys(wishes)
  const answers = await api.simultaneously(names.map((name) => update(pick(wishes, [name]))))
  // lawful: one that came too late may be refused; what was accepted is to be kept
  const kept = names.filter((_, place) => succeeded(answers[place]))
  return { after: await read(), kept }
}

/** The mistake if one of them is lost. */
export const writesAllBack = 'lost update: a write may store all fields as it read them before'
