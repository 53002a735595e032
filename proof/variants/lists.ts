import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import { updateFile } from '../../reference/service/files/update-file.ts'
import { listPage } from '../../reference/service/http/page.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in how lists are ordered, and in whom the list of users holds. */
export const listVariants = defineVariants({
  'lists-are-ordered-by-id': {
    title: 'sorts every list by id',
    latitude: 'lists may have any order',
    touches: ['PAGE-21', 'PAGE-16'],
    changes: [ordered(({ table }) => `${table}id`)],
  },
  'lists-are-ordered-by-name': {
    title: 'sorts every list by name',
    latitude: 'lists may have any order',
    touches: ['PAGE-21', 'PAGE-16'],
    changes: [ordered(({ table, name }) => `${table}${name}, ${table}id`)],
  },
  'lists-run-backwards': {
    title: 'lists the newest workspaces and products first',
    latitude: 'lists may have any order',
    touches: ['PAGE-21', 'PAGE-16'],
    changes: [
      selected((sql) =>
        /FROM (?:workspaces|products)\s/u.test(sql) ? sql.replace(/sequence(?: ASC)?$/u, 'sequence DESC') : sql,
      ),
    ],
  },
  'newest-first': {
    title: 'lists the newest items and properties first',
    latitude: 'any order of lists is lawful',
    touches: ['PAGE-21', 'PAGE-16'],
    changes: [
      selected((sql) => sql.replace(/(?<= ORDER BY (?:items|properties|version_properties)\.sequence)$/u, ' DESC')),
    ],
  },
  'lists-are-ordered-by-last-change': {
    title: 'lists the latest changes first',
    latitude: 'lists may have any order',
    touches: ['PAGE-17', 'PAGE-16', 'PAGE-21'],
    changes: [
      selected((sql) =>
        sql.replace(
          / ORDER BY (products\.|items\.|properties\.)?sequence(?: ASC)?$/u,
          (order, table: string | undefined) => {
            const isDated = table !== undefined || sql.includes('FROM products')
            return isDated ? ` ORDER BY ${table ?? ''}updated_at DESC, ${table ?? ''}id` : order
          },
        ),
      ),
    ],
  },
  'workspaces-are-listed-by-activity': {
    title: 'lists the workspaces first in which a product was created or changed last',
    latitude: 'lists may have any order',
    touches: ['PAGE-17', 'PAGE-16', 'WS-01'],
    changes: [
      selected((sql) => {
        const latest = 'SELECT max(updated_at) FROM products WHERE workspace_id = workspaces.id'
        return sql.replace(/(?<=FROM workspaces .*) ORDER BY sequence$/u, ` ORDER BY (${latest}) DESC, sequence`)
      }),
    ],
  },
  'files-are-listed-by-last-change': {
    title: 'lists the file first whose title or description was changed last',
    latitude: 'lists may have any order',
    touches: ['PAGE-17', 'PAGE-16', 'FILE-13'],
    changes: [
      replace(updateFile, (sound) => (deployment, question, body) => {
        const row = sound(deployment, question, body)
        remember(deployment, 'changed last', row.id)
        return row
      }),
      replace(listPage, (sound) => (deployment, request, selection) => {
        const last = recall<string>(deployment, 'changed last')?.value ?? ''
        const sql = selection.sql.replace(/ ORDER BY (?=files\.sequence$)/u, `$&files.id = '${last}' DESC, `)
        return sound(deployment, request, { ...selection, sql })
      }),
    ],
  },
  'users-are-listed-by-activity': {
    title: 'lists the user first whose key sent the last request',
    latitude: 'lists may have any order',
    touches: ['PAGE-17', 'PAGE-16', 'USER-01'],
    changes: [
      replace(listPage, (sound) => (deployment, request, selection) => {
        const active = request.caller?.userId ?? ''
        const sql = selection.sql.replace(/(?<=FROM users .* ORDER BY )(?=sequence$)/u, `id = '${active}' DESC, `)
        return sound(deployment, request, { ...selection, sql })
      }),
    ],
  },
  'users-belong-to-both-organizations': {
    title: 'has a user in both organizations',
    latitude: 'a person may belong to several organizations',
    touches: ['USER-02'],
    changes: [
      selected((sql) =>
        sql.replace(
          /(?<= FROM users WHERE )organization_id = \?/u,
          '(organization_id = ? OR sequence = (SELECT min(sequence) FROM users))',
        ),
      ),
    ],
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
  return selected((sql) =>
    sql.replace(order, (_, table: string | undefined) => {
      const name = table === 'files.' ? 'original_name' : sql.includes('FROM users') ? 'user_name' : 'name'
      return ` ORDER BY ${columns({ table: table ?? '', name })}`
    }),
  )
}

/** Changes what lists select. */
function selected(change: (sql: string) => string): ReturnType<typeof replace> {
  return replace(
    listPage,
    (sound) => (deployment, request, selection) =>
      sound(deployment, request, { ...selection, sql: change(selection.sql) }),
  )
}
