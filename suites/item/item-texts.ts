import { evenText, fieldOf, isRecord, partNumberOf, roleOf, type Exchange } from '#suite'
import { evenNumber } from '../subjects/shows-number.ts'

/** The fields of an item that a creation or an update may give. */
export type Option = 'description' | 'part_number'
export type Options = Readonly<Partial<Record<Option, string>>>

export const noSuchNumber = 'the target accepts no such part number on an item'

/** Description and part number of an item, evened out; unset, null and an empty text are one. */
export function optionsOf({ json }: Pick<Exchange, 'json'>): Readonly<Record<Option, unknown>> {
  return {
    description: textOrNull(fieldOf({ json }, 'description')),
    part_number: textOrNull(evenNumber(partNumberOf(json))),
  }
}

function textOrNull(value: unknown): unknown {
  const text = evenText(value)
  return text === undefined || text === '' ? null : text
}

/** lawful: a rule for the numbers of items refuses one of ours */
export function isRuledOut(sent: Options, { status }: Exchange): boolean {
  return 'part_number' in sent && status === 422
}

/** Names and places that the item shows besides; what else a record holds may be made out of what was changed. */
export function otherTexts({ json }: Exchange): Readonly<Record<string, string>> {
  const lasting = new Set<string | undefined>(['name', 'readableId', 'product', 'workspace'])
  return isRecord(json)
    ? Object.fromEntries(
        Object.entries(json).flatMap(([name, value]) =>
          typeof value === 'string' && !/display|full/i.test(name) && lasting.has(roleOf([name]))
            ? [[name, value]]
            : [],
        ),
      )
    : {}
}
