/** A real database in which one statement fails, wherever it stands: alone or within a batch. */

export type Fault = {
  /** Which statement fails, counted from 1; 0 fails none. */
  at: number
  /** How many were sent. */
  seen: number
}

/** Fails when it runs, not when it is prepared: what stands before it in a batch has run by then. */
const broken = "SELECT json_extract('{', '$')"

/** `database`, whose statement `fault.at` fails; what shares its batch is rolled back with it. */
export function failing(database: D1Database, fault: Fault): D1Database {
  const next = (inner: D1PreparedStatement): D1PreparedStatement => {
    fault.seen += 1
    return fault.seen === fault.at ? database.prepare(broken) : inner
  }
  type Inner = { inner: D1PreparedStatement }
  const statement = (inner: D1PreparedStatement) => ({
    inner,
    bind: (...params: unknown[]) => statement(inner.bind(...params)),
    all: () => next(inner).all(),
    run: () => next(inner).run(),
    raw: () => next(inner).raw(),
  })
  return {
    prepare: (sql: string) => statement(database.prepare(sql)),
    batch: (statements: unknown[]) =>
      database.batch((statements as Inner[]).map(({ inner }) => next(inner))),
  } as unknown as D1Database
}
