import { assume, roleOf, type Fields } from '#suite'

/** The fields of a body that name what is made. */
export function namesIn(body: Fields): Fields {
  return Object.fromEntries(Object.entries(body).filter(([field]) => roleOf([field]) === 'name'))
}

/** One more of a name. lawful: the contract does not say whether names are unique */
export async function another<Made>(making: Promise<Made>): Promise<Made> {
  const made = await making.catch(() => undefined)
  assume(made !== undefined, 'the target rejected a second record with the same name')
  return made
}
