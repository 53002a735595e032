import type { LawfulKinds } from '../checks/claims/criterion.ts'

interface Place {
  /** What the record is: `product`, `headers`. */
  readonly of: string
  readonly field: string
}

/** The likely mistake behind a value of the wrong shape, by the lawful and the received value. */
export function shapeHint({ of, field }: Place, kinds: LawfulKinds, value: unknown): string {
  if (of === 'headers')
    return value === undefined
      ? `missing header: \`${field}\` seems to be set by some handlers only, not by a middleware for all answers`
      : `wrong header: \`${field}\` seems to be written in another format or unit`
  const { lawful } = kinds
  const isLeftOut = lawful.length > 0 && lawful.every((kind) => kind === 'nothing')
  if (isLeftOut) return `raw record: the serializer seems to write all fields, \`${field}\` included`
  if (value === undefined)
    return `unset fields: the serializer seems to leave out \`${field}\`, or this view does not seem to select it`
  if (value === null) return 'unset fields: the serializer seems to write null instead of leaving them out'
  if (value === '') return 'unset fields: they seem to be stored or shown as an empty text'
  return typeof value === 'string' ? textHint(field, kinds, value) : otherHint(field, kinds, value)
}

function textHint(field: string, { lawful, values }: LawfulKinds, text: string): string {
  if (values !== undefined && values.length > 0)
    return values.some((one) => one.toLowerCase() === text.toLowerCase())
      ? `enum: \`${field}\` seems to be shown in the letter case of the code or database`
      : `enum: \`${field}\` seems to be shown by its internal name`
  if (lawful.includes('UUID'))
    return `internal id: \`${field}\` seems to be a database key or a name instead of the public id`
  if (lawful.includes('time'))
    return `time format: \`${field}\` seems to be written in a default format, without a zone or as a date`
  if (lawful.includes('integer') || lawful.includes('boolean'))
    return `text instead of a value: \`${field}\` seems to be formatted before it is serialized`
  if (lawful.includes('user') || lawful.includes('records') || lawful.includes('object'))
    return `relation not loaded: \`${field}\` seems to be shown as an id or as encoded JSON`
  return `text format: \`${field}\` seems to be shown in an internal format`
}

function otherHint(field: string, { lawful }: LawfulKinds, value: unknown): string {
  if (typeof value === 'object') {
    const isList = Array.isArray(value)
    return `relation: \`${field}\` seems to be serialized as ${isList ? 'an array' : 'a whole record'}, as the ORM returns it`
  }
  if (lawful.includes('time'))
    return `time format: \`${field}\` seems to be written as a number of seconds or milliseconds`
  if (lawful.includes('boolean')) return `flag: \`${field}\` seems to be shown as the number that the database stores`
  return `column type: \`${field}\` seems to be shown as it is stored, not as the contract has it`
}
