/**
 * What one request asked of D1, for `Server-Timing` and the budget of trips. A trip is one D1 call:
 * a statement or a batch.
 */
export class Meter {
  trips = 0
  queries = 0
  milliseconds = 0

  /** Counts one trip of `queries` statements and the time it took. */
  async trip<T>(queries: number, call: () => Promise<T>): Promise<T> {
    this.trips += 1
    this.queries += queries
    const began = performance.now()
    try {
      return await call()
    } finally {
      this.milliseconds += performance.now() - began
    }
  }
}

const inner = Symbol('the statement D1 gave')

type Metered = D1PreparedStatement & { [inner]: D1PreparedStatement }

function meteredStatement(statement: D1PreparedStatement, meter: Meter): Metered {
  return {
    [inner]: statement,
    bind: (...values: unknown[]) => meteredStatement(statement.bind(...values), meter),
    all: () => meter.trip(1, () => statement.all()),
    run: () => meter.trip(1, () => statement.run()),
    raw: (options?: { columnNames?: false }) => meter.trip(1, () => statement.raw(options)),
    first: (column?: string) =>
      meter.trip(1, () => (column ? statement.first(column) : statement.first())),
  } as unknown as Metered
}

const source = Symbol('the database D1 gave')

/** The same database, counting its trips on `meter`. */
export function metered(database: D1Database, meter: Meter): D1Database {
  return {
    [source]: database,
    prepare: (query: string) => meteredStatement(database.prepare(query), meter),
    batch: (statements: D1PreparedStatement[]) =>
      meter.trip(statements.length, () =>
        database.batch(statements.map((s) => (s as Metered)[inner] ?? s)),
      ),
    exec: (query: string) => meter.trip(1, () => database.exec(query)),
    dump: () => database.dump(),
    withSession: (constraint?: string) => database.withSession(constraint),
  } as unknown as D1Database
}

/**
 * The database under the meter: for work that goes on after the answer and is none of the request's
 * figures.
 */
export function unmetered(database: D1Database): D1Database {
  return (database as D1Database & { [source]?: D1Database })[source] ?? database
}
