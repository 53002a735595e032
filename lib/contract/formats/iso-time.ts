import { inMonths } from './in-months.ts'

const dateOnly = /^\d{4}-\d\d-\d\d$/
// Hours, then minutes and seconds with any fraction. ISO 8601 allows times without an offset (local time); RFC 3339 writes it as
// Z or ±hh:mm, in any letter case.
const dateAndTime =
  /^\d{4}-\d\d-\d\d[Tt ](?:[01]\d|2[0-4]):[0-5]\d(?::(?:[0-5]\d|60)(?:[.,]\d+)?)?(?:[Zz]|[+-]\d\d(?::?\d\d)?)?$/
// The basic format of ISO 8601: the same without separators.
const basicDateAndTime = /^\d{8}[Tt](?:[01]\d|2[0-4])[0-5]\d(?:[0-5]\d|60)(?:[.,]\d+)?(?:[Zz]|[+-]\d\d(?:\d\d)?)?$/

/** Whether a value is an ISO 8601 date and time, with any precision and offset, on an existing day. */
export function isTimestamp(value: unknown): boolean {
  return typeof value === 'string' && (isMonthly(value) || isMonthly(inMonths(value)))
}

function isMonthly(text: string): boolean {
  if (dateAndTime.test(text)) return isRealDay(text, 5, 8)
  return basicDateAndTime.test(text) && isRealDay(text, 4, 6)
}

/** Whether a value is an existing date without a time, `YYYY-MM-DD`. */
export function isDateOnly(value: unknown): boolean {
  return typeof value === 'string' && dateOnly.test(value) && isRealDay(value, 5, 8)
}

function isRealDay(text: string, monthAt: number, dayAt: number): boolean {
  const month = twoDigits(text, monthAt)
  const day = twoDigits(text, dayAt)
  if (month < 1 || month > 12 || day < 1) return false
  return day <= 28 || day <= daysIn(Number(text.slice(0, 4)), month)
}

// Read in place: every page of a run has a hundred of them.
function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
