const dateOnly = /^(\d{4})-(\d\d)-(\d\d)$/
// Hours, then minutes and seconds to any fraction; ISO 8601 lets the offset out for local time, RFC 3339 has it as Z or ±hh:mm in any letter case.
const dateAndTime =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](?:[01]\d|2[0-4]):[0-5]\d(?::(?:[0-5]\d|60)(?:[.,]\d+)?)?(?:[Zz]|[+-]\d\d(?::?\d\d)?)?$/
// ISO 8601 knows the same without separators, its basic format.
const basicDateAndTime =
  /^(\d{4})(\d\d)(\d\d)[Tt](?:[01]\d|2[0-4])[0-5]\d(?:[0-5]\d|60)(?:[.,]\d+)?(?:[Zz]|[+-]\d\d(?:\d\d)?)?$/

/** Whether a value is a moment in ISO 8601, date and time, of whatever precision and offset, on a day that the calendar has. */
export function isTimestamp(value: unknown): boolean {
  return typeof value === 'string' && (isRealDay(dateAndTime.exec(value)) || isRealDay(basicDateAndTime.exec(value)))
}

/** Whether a value is a date without a time, `YYYY-MM-DD`, on a day that the calendar has. */
export function isDateOnly(value: unknown): boolean {
  return typeof value === 'string' && isRealDay(dateOnly.exec(value))
}

function isRealDay(parts: RegExpExecArray | null): boolean {
  if (!parts) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
