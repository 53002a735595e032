/** The fields without one of them. */
export function without<Fields extends object, Name extends keyof Fields>(
  fields: Fields,
  name: Name,
): Omit<Fields, Name> {
  const { [name]: _, ...others } = fields
  return others
}
