import { readFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

const ddl = readFileSync(new URL('ddl.sql', import.meta.url), 'utf8')

/** The database of one running service: prepared statements are kept, changes of several rows go through `transaction`. */
export class Store {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #inTransaction = false

  constructor(file: string) {
    this.#database = new DatabaseSync(file)
    // FULL with WAL: what was answered is on disk, so a kill loses nothing.
    if (file !== ':memory:') this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    this.#database.exec('PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000')
    if (!this.#hasTables()) this.transaction(() => this.#database.exec(ddl))
  }

  /** The first row, or undefined. `Row` names the selected columns as the DDL types them. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what it selects
  get<Row>(sql: string, ...values: readonly SQLInputValue[]): Row | undefined {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tables are STRICT: a column holds what the DDL says
    return this.#prepared(sql).get(...values) as Row | undefined
  }

  /** Every row. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what it selects
  all<Row>(sql: string, ...values: readonly SQLInputValue[]): readonly Row[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tables are STRICT: a column holds what the DDL says
    return this.#prepared(sql).all(...values) as readonly unknown[] as readonly Row[]
  }

  /** Changes rows and tells how many. */
  run(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(this.#prepared(sql).run(...values).changes)
  }

  /** All of it or nothing; one inside another is part of the outer one. The work is synchronous, so nothing comes between. */
  transaction<Result>(work: () => Result): Result {
    if (this.#inTransaction) return work()
    this.#database.exec('BEGIN IMMEDIATE')
    this.#inTransaction = true
    try {
      const result = work()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    } finally {
      this.#inTransaction = false
    }
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #hasTables(): boolean {
    return this.#database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'organizations'").get() !== undefined
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}
