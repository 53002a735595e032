import { spellingsOf } from '../../service/records/documented-fields.ts'

/** A field of the value of a jq expression, such as `.updatedBy.id`. */
export function within(place: string, field: string): string {
  return field
    .split('.')
    .filter((part) => part !== '')
    .reduce((inner, part) => {
      const spelled = spellingsOf(part).map((spelling) => fieldText(spelling))
      const [name = part, ...others] = inner === '' ? spelled.map((one) => one.replace(/^\[/, '.[')) : spelled
      return others.length === 0 ? `${inner}${name}` : `(${[name, ...others].map((one) => inner + one).join(' // ')})`
    }, place)
}

export function fieldText(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}

/** One of these, or any but those. */
export function oneOf(lawful: readonly unknown[] | { readonly except: readonly unknown[] }): string {
  return 'except' in lawful ? `(IN(${texts(lawful.except.map(String))}) | not)` : `IN(${texts(lawful.map(String))})`
}

export function text(value: string): string {
  return JSON.stringify(value)
}

export function texts(values: readonly string[]): string {
  return values.map((value) => text(value)).join(', ')
}
