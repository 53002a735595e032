import { recall, remember } from '../changes/memory.ts'
import { replace } from '../changes/replace.ts'
import type { RuleChange } from '../changes/change.ts'
import type { Query } from '../../reference/service/http/query.ts'
import { broken } from '../../reference/service/http/service-error.ts'
import { fold } from '../../reference/service/products/fold.ts'
import { type Condition, listConditions, searchConditions } from '../../reference/service/products/list-products.ts'
import { insertProduct } from '../../reference/service/products/create-product.ts'
import { selectProducts } from '../../reference/service/products/product.ts'
import { defineFaults } from './fault.ts'

/** Faults in what a search for products finds. */
export const productSearchFaults = defineFaults({
  'nul-in-search-breaks-the-service': {
    title: 'returns 500 for a search text with a NUL',
    breaks: ['ERR-15'],
    changes: [
      searched((text) => {
        if (text.includes('\0')) throw broken()
        return undefined
      }),
    ],
  },
  'search-index-lags': {
    title: 'finds a new product half a second after its creation',
    breaks: ['GEN-06'],
    byTheClock: true,
    changes: [
      replace(searchConditions, (sound) => (deployment, query) => {
        const conditions = sound(deployment, query)
        const indexed = { sql: 'products.created_at < ?', values: [new Date(Date.now() - 500).toISOString()] }
        return conditions.length === 0 ? conditions : [...conditions, indexed]
      }),
    ],
  },
  'first-name-is-found-for-ever': {
    title: 'also finds a renamed product by its first name',
    breaks: ['PROD-41'],
    changes: [
      replace(insertProduct, (sound) => (deployment, product) => {
        const id = sound(deployment, product)
        const known = recall<readonly Named[]>(deployment, 'first names')?.value ?? []
        remember(deployment, 'first names', [...known, { id, name: fold(product.body.name) }])
        return id
      }),
      replace(searchConditions, (sound) => (deployment, query) => {
        const text = fold(query.text('q') ?? '')
        const known = recall<readonly Named[]>(deployment, 'first names')?.value ?? []
        const found = known.filter(({ name }) => name.includes(text)).map(({ id }) => `'${id}'`)
        return sound(deployment, query).map(({ sql, values }) => ({
          sql: `(${sql} OR products.id IN (${found.join(', ')}))`,
          values,
        }))
      }),
    ],
  },
  'search-for-zero-is-left-out': {
    title: 'finds all products for the search text `0`',
    breaks: ['PROD-40'],
    changes: [searched((text) => (text === '0' ? [] : undefined))],
  },
  'every-search-text-is-left-out': {
    title: 'ignores the search text',
    breaks: ['PROD-40'],
    changes: [searched(() => [])],
  },
  'short-search-text-is-left-out': {
    title: 'ignores a search text of less than three characters',
    breaks: ['PROD-40'],
    changes: [searched((text) => (text.length < 3 ? [] : undefined))],
  },
  'search-needs-three-characters': {
    title: 'finds nothing for a search text of one or two characters',
    breaks: ['PROD-36'],
    changes: [searched((text) => (text.length < 3 ? [{ sql: 'FALSE', values: [] }] : undefined))],
  },
  'search-forgotten-on-later-pages': {
    title: 'ignores the search text on every page but the first',
    breaks: ['PAGE-18'],
    changes: [searched((_, query) => (Number(query.text('offset') ?? 0) > 0 ? [] : undefined))],
  },
  'search-folds-a-capital-i-as-in-turkish': {
    title: 'folds a capital I in the search text to a dotless ı',
    breaks: ['PROD-37'],
    changes: [searched((text) => (text.includes('I') ? [named(text.toLocaleLowerCase('tr'))] : undefined))],
  },
  'search-minds-letter-case': {
    title: 'searches case-sensitively',
    breaks: ['PROD-37'],
    changes: [searched((text) => [{ sql: 'instr(products.name, ?) > 0', values: [text] }])],
  },
  'search-minds-letter-case-within-a-name': {
    title: 'searches case-sensitively except at the beginning of a name',
    breaks: ['PROD-37'],
    changes: [
      searched((text) => [
        { sql: '(instr(products.folded_name, ?) = 1 OR instr(products.name, ?) > 0)', values: [fold(text), text] },
      ]),
    ],
  },
  'search-makes-one-space-of-several': {
    title: 'collapses several spaces in a search text',
    breaks: ['PROD-36'],
    changes: [searched((text) => (text.includes('  ') ? [named(fold(text).replaceAll(/ {2,}/gu, ' '))] : undefined))],
  },
  'search-sees-the-start-of-a-long-name': {
    title: 'searches only the first twenty characters of a name',
    breaks: ['PROD-36'],
    changes: [searched((text) => [{ sql: 'instr(substr(products.folded_name, 1, 20), ?) > 0', values: [fold(text)] }])],
  },
  'search-finds-beginnings-only': {
    title: 'searches only the beginning of names',
    breaks: ['PROD-36'],
    changes: [searched((text) => [{ sql: 'instr(products.folded_name, ?) = 1', values: [fold(text)] }])],
  },
  'search-for-digits-looks-at-readable-ids': {
    title: 'also finds readable ids for a search text of digits',
    breaks: ['PROD-38'],
    changes: [
      searched((text) =>
        /^\d+$/u.test(text) ? [either(named(text), 'instr(products.readable_id, ?) > 0')] : undefined,
      ),
    ],
  },
  'search-finds-descriptions': {
    title: 'also searches descriptions',
    breaks: ['PROD-38'],
    changes: [
      searched((text) => [either(named(fold(text)), "instr(lower(coalesce(products.description, '')), ?) > 0")]),
    ],
  },
  'search-finds-readable-ids-by-their-beginning': {
    title: 'also searches the beginning of readable ids',
    breaks: ['PROD-38'],
    changes: [searched((text) => [either(named(fold(text)), 'instr(products.readable_id, ?) = 1')])],
  },
  'search-finds-whole-readable-ids': {
    title: 'also finds a product by its whole readable id',
    breaks: ['PROD-38'],
    changes: [searched((text) => [either(named(fold(text)), 'products.readable_id = ?')])],
  },
  'search-finds-whole-descriptions': {
    title: 'also finds products by their whole description',
    breaks: ['PROD-38'],
    changes: [searched((text) => [either(named(fold(text)), 'lower(products.description) = ?')])],
  },
  'search-takes-any-order-of-words': {
    title: 'finds names that contain the words of the search text in any place',
    breaks: ['PROD-40'],
    changes: [searched((text) => (text.includes(' ') ? words(fold(text)).map(named) : undefined))],
  },
  'search-text-cut-at-fifty': {
    title: 'uses only the first fifty characters of a search text',
    breaks: ['PROD-40'],
    changes: [searched((text) => (text.length > 50 ? [named(fold(text).slice(0, 50))] : undefined))],
  },
  'search-text-decoded-twice': {
    title: 'percent-decodes a search text twice',
    breaks: ['PROD-39'],
    changes: [searched((text) => (/%[\da-f]{2}/iu.test(text) ? [named(fold(decodedAgain(text)))] : undefined))],
  },
  'search-takes-wildcards': {
    title: 'treats % and _ in a search text as wildcards',
    breaks: ['PROD-39'],
    changes: [
      searched((text) =>
        /[%_]/u.test(text) ? [{ sql: 'products.folded_name LIKE ?', values: [`%${fold(text)}%`] }] : undefined,
      ),
    ],
  },
  'search-without-match-gives-all': {
    title: 'lists everything if nothing matches',
    breaks: ['PROD-40'],
    changes: [
      replace(listConditions, (sound) => (deployment, query, caller) => {
        const conditions = sound(deployment, query, caller)
        const search = searchConditions(deployment, query)
        const sql = `${selectProducts} WHERE ${conditions.map((condition) => condition.sql).join(' AND ')}`
        const isFound = deployment.store.get(sql, ...conditions.flatMap(({ values }) => values)) !== undefined
        return isFound ? conditions : conditions.slice(0, conditions.length - search.length)
      }),
    ],
  },
  'search-for-an-emoji-finds-nothing': {
    title: 'finds nothing for a search text with a character beyond the 16-bit range',
    breaks: ['PROD-36'],
    changes: [findsNothingFor(/[\u{10000}-\u{10ffff}]/u)],
  },
  'search-for-an-accent-finds-nothing': {
    title: 'finds nothing for a search text with an accented letter',
    breaks: ['PROD-36'],
    changes: [findsNothingFor(/[\u00c0-\u00ff]/u)],
  },
  'search-passes-over-the-described': {
    title: 'does not find products with a description',
    breaks: ['PROD-36'],
    changes: [
      replace(searchConditions, (sound) => (deployment, query) => {
        const conditions = sound(deployment, query)
        return conditions.length === 0
          ? conditions
          : [...conditions, { sql: 'products.description IS NULL', values: [] }]
      }),
    ],
  },
  'quotation-marks-of-a-search-are-left-out': {
    title: 'removes the quotation marks from a search text',
    breaks: ['PROD-39'],
    changes: [searched((text) => (/^".+"$/u.test(text) ? [named(text.slice(1, -1))] : undefined))],
  },
  'search-excludes-what-follows-a-minus': {
    title: 'treats a minus in a search text as an exclusion',
    breaks: ['PROD-39'],
    changes: [
      searched((text) => {
        const [, word = '', excluded] = /^(\S+) -(\S+)$/u.exec(text) ?? []
        const sql = 'instr(products.folded_name, ?) > 0 AND instr(products.folded_name, ?) = 0'
        return excluded === undefined ? undefined : [{ sql, values: [fold(word), fold(excluded)] }]
      }),
    ],
  },
})

interface Named {
  readonly id: string
  readonly name: string
}

/** A text that is searched for is looked for otherwise; undefined leaves it to the sound rule. */
function searched(look: (text: string, query: Query) => readonly Condition[] | undefined): RuleChange {
  return replace(searchConditions, (sound) => (deployment, query) => {
    const text = query.text('q') ?? ''
    return (text === '' ? undefined : look(text, query)) ?? sound(deployment, query)
  })
}

function named(folded: string): Condition {
  return { sql: 'instr(products.folded_name, ?) > 0', values: [folded] }
}

function either({ sql, values }: Condition, other: string): Condition {
  return { sql: `(${sql} OR ${other})`, values: [...values, ...values] }
}

function words(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '')
}

function decodedAgain(text: string): string {
  return text.replaceAll(/%([2-7][\da-f])/giu, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
}

function findsNothingFor(characters: RegExp): RuleChange {
  return replace(
    searchConditions,
    (sound) => (deployment, query) =>
      characters.test(query.text('q') ?? '') ? [{ sql: 'FALSE', values: [] }] : sound(deployment, query),
  )
}
