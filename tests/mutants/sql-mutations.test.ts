import { expect, test } from 'vitest'
import { sqlMutationsOf, withMutation } from '../../proof/mutants/sql-mutations.ts'

function mutated(literal: string): readonly string[] {
  return sqlMutationsOf(literal).map((mutation) => withMutation(literal, mutation))
}

test('each condition is dropped, each is negated, and placeholders stay', () => {
  expect(mutated("'SELECT 1 FROM a WHERE b = ? AND c IS NULL'")).toEqual([
    "'SELECT 1 FROM a WHERE (b = ? OR TRUE) AND c IS NULL'",
    "'SELECT 1 FROM a WHERE b = ? AND (c IS NULL OR TRUE)'",
    "'SELECT 1 FROM a WHERE NOT (b = ?) AND c IS NULL'",
    "'SELECT 1 FROM a WHERE b = ? AND NOT (c IS NULL)'",
    "'SELECT 1 FROM a WHERE b = ? OR c IS NULL'",
  ])
})

test('an assignment of an update is left out, and is no condition', () => {
  expect(mutated("'UPDATE a SET b = ?, c = 1'")).toEqual([
    "'UPDATE a SET b = iif(TRUE, b, ?), c = 1'",
    "'UPDATE a SET b = ?, c = iif(TRUE, c, 1)'",
  ])
})

test('order and pages are turned and moved', () => {
  expect(mutated('`${select} ORDER BY ${table}.sequence ASC LIMIT ? OFFSET ?`')).toEqual([
    '`${select} ORDER BY ${table}.sequence DESC LIMIT ? OFFSET ?`',
    '`${select} ORDER BY ${table}.sequence ASC LIMIT ? + 1 OFFSET ?`',
    '`${select} ORDER BY ${table}.sequence ASC LIMIT ? OFFSET ? + 1`',
  ])
})

test('a condition that stands alone is SQL, and a sentence is none', () => {
  expect(mutated("'item_id = ?'")).toEqual(["'(item_id = ? OR TRUE)'", "'NOT (item_id = ?)'"])
  expect(mutated("'where is the limit, and who selects from it?'")).toEqual([])
})
