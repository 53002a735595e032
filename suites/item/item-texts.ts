import { evenText, fieldOf, isRecord, partNumberOf, roleOf, type Exchange } from '#suite'
import { evenNumber } from '../subjects/shows-number.ts'

/** Description and part number of an item, evened out; unset, null and an empty text are one. */
export function optionsOf({ json }: Pick<Exchange, 'json'>): readonly unknown[] {
  const texts = [evenText(fieldOf({ json }, 'description')), evenNumber(partNumberOf(json))]
  return texts.map((value) => (value === undefined || value === '' ? null : value))
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
