type Entry = Readonly<Record<string, unknown>>

/** What a file keeps for as long as it is there. */
const lasting = ['originalFileName', 'content_type', 'size_bytes', 'uploadedAt', 'uploaded_at'] as const

const fewest = 2

/** Whether two records tell of the same file by what no update changes; `undefined` where they tell too little. */
export function isSameFile(one: Entry, other: Entry): boolean | undefined {
  const told = lasting.filter((field) => isTold(one[field]) && isTold(other[field]))
  return told.length < fewest ? undefined : told.every((field) => one[field] === other[field])
}

function isTold(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}
