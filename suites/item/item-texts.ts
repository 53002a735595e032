import { isRecord, roleOf, type Exchange, type Fields } from '#suite'

export const noSuchNumber = 'the target rejected the part number on an item'

/** lawful: a rule for the numbers of items refuses one of ours */
export function isRuledOut(sent: Fields, { status }: Exchange): boolean {
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
