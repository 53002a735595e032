type JsonRecord = Readonly<Record<string, unknown>>

/** The record with its texts as `change` has them; texts in lists and in inner records stay as they are. */
export function withTexts(record: JsonRecord, change: (text: string, name: string) => string): JsonRecord {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === 'string' ? change(value, name) : value]),
  )
}

/** The record with other names for some of its fields, in the same order. */
export function renamed(record: JsonRecord, names: Readonly<Record<string, string>>): JsonRecord {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [names[name] ?? name, value]))
}

/** The record without those fields that `isLeftOut` names. */
export function without(record: JsonRecord, isLeftOut: (name: string, value: unknown) => boolean): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([name, value]) => !isLeftOut(name, value)))
}
