import { type Db, type Prepared, statementOf } from '#server/db/database.ts'

/** A statement that was run, with its values. */
export interface Ran {
  readonly statement: Prepared
  readonly values: readonly unknown[]
}

/** Wraps a database so that heavy reads through it are recorded. */
export function recordingDb(db: Db, ran: Ran[]): Db {
  return {
    selectFrom: db.selectFrom,
    with: db.with,
    fn: db.fn,
    getExecutor: db.getExecutor,
    prepared: (statement, values) => {
      ran.push({ statement, values })
      return db.prepared(statement, values)
    },
    read: (query, options = {}) => {
      const compiled = query.compile(db)
      ran.push({ statement: statementOf(compiled, options), values: compiled.parameters })
      return db.read(query, options)
    },
  }
}
