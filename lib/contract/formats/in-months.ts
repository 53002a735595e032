// Besides months ISO 8601 has two calendars: weeks with their days, and days of the year; each with and without separators.
const weekDate = /^(\d{4})(-?)W(\d\d)\2([1-7])(?=[Tt ])/i
const ordinalDate = /^(\d{4})(-?)(\d{3})(?=[Tt ])/
const dayMs = 86_400_000

/** An ISO 8601 time with its date as month and day, whichever calendar it used; other texts, and days that do not exist, unchanged. */
export function inMonths(time: string): string {
  return time
    .replace(weekDate, (text, year: string, separator: string, week: string, day: string) => {
      // The first week of a year is the one that contains January 4.
      const fourth = new Date(Date.UTC(Number(year), 0, 4))
      const firstMonday = fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * dayMs
      const monday = firstMonday + (Number(week) - 1) * 7 * dayMs
      return isIn(year, monday + 3 * dayMs) ? dateOf(monday + (Number(day) - 1) * dayMs, separator) : text
    })
    .replace(ordinalDate, (text, year: string, separator: string, day: string) => {
      const date = Date.UTC(Number(year), 0, Number(day))
      return isIn(year, date) ? dateOf(date, separator) : text
    })
}

function isIn(year: string, milliseconds: number): boolean {
  return new Date(milliseconds).getUTCFullYear() === Number(year)
}

function dateOf(milliseconds: number, separator: string): string {
  return new Date(milliseconds).toISOString().slice(0, 10).replaceAll('-', separator)
}
