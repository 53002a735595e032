import { replace } from '../changes/replace.ts'
import { listPage } from '../service/http/page.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in how lists are ordered. */
export const listVariants = defineVariants({
  'lists-are-ordered-by-id': {
    title: 'orders every list by id',
    latitude: 'lists may have any order',
    changes: [ordered(({ table }) => `${table}id`)],
  },
  'lists-are-ordered-by-name': {
    title: 'orders every list by name',
    latitude: 'lists may have any order',
    without: ['lists-are-ordered-by-id'],
    changes: [ordered(({ table, name }) => `${table}${name}, ${table}id`)],
  },
})

interface Ordered {
  /** With a dot after it, or nothing. */
  readonly table: string
  /** The column with what people call an entry. */
  readonly name: string
}

/** The same list in another order, which is as stable. */
function ordered(columns: (of: Ordered) => string): ReturnType<typeof replace> {
  const order = / ORDER BY (\w+\.)?sequence(?: ASC| DESC)?$/u
  return replace(listPage, (sound) => (deployment, request, selection) => {
    const sql = selection.sql.replace(order, (_, table: string | undefined) => {
      const name = table === 'files.' ? 'original_name' : selection.sql.includes('FROM users') ? 'user_name' : 'name'
      return ` ORDER BY ${columns({ table: table ?? '', name })}`
    })
    return sound(deployment, request, { ...selection, sql })
  })
}
