/**
 * What one request asked of D1, for `Server-Timing` and the budgets of trips and of growth. A trip
 * is one D1 call: a statement or a batch.
 */
export class Meter {
  trips = 0
  queries = 0
  /** Characters of SQL that it was sent: D1 compiles all of them again for each request. */
  characters = 0
  milliseconds = 0
  /** Rows that D1 says it read for them (`meta.rows_read`): what it bills, and what may not grow. */
  rows = 0

  /**
   * With `everyRow` also those of answers that D1 gives without its figures (`raw`, `first`): such
   * a SELECT is asked once more. For development.
   */
  constructor(private readonly everyRow = false) {}

  /** Counts one trip of `queries` statements, the time it took and the rows it read. */
  async trip<T>(queries: number, call: () => Promise<T>): Promise<T> {
    this.trips += 1
    this.queries += queries
    const began = performance.now()
    try {
      const answer = await call()
      for (const one of Array.isArray(answer) ? answer : [answer]) this.rows += rowsRead(one)
      return answer
    } finally {
      this.milliseconds += performance.now() - began
    }
  }

  /** Adds the rows of a statement whose answer does not tell them. */
  async addRows(query: string, statement: D1PreparedStatement): Promise<void> {
    if (this.everyRow && /^\s*select\b/i.test(query)) this.rows += rowsRead(await statement.all())
  }
}

const rowsRead = (answer: unknown): number =>
  (answer as { meta?: { rows_read?: number } } | null | undefined)?.meta?.rows_read ?? 0

const inner = Symbol('the statement D1 gave')

type Metered = D1PreparedStatement & { [inner]: D1PreparedStatement }

function meteredStatement(query: string, statement: D1PreparedStatement, meter: Meter): Metered {
  return {
    [inner]: statement,
    bind: (...values: unknown[]) => meteredStatement(query, statement.bind(...values), meter),
    all: () => meter.trip(1, () => statement.all()),
    run: () => meter.trip(1, () => statement.run()),
    raw: async (options?: { columnNames?: false }) => {
      const answer = await meter.trip(1, () => statement.raw(options))
      await meter.addRows(query, statement)
      return answer
    },
    first: async (column?: string) => {
      const answer = await meter.trip(1, () =>
        column ? statement.first(column) : statement.first(),
      )
      await meter.addRows(query, statement)
      return answer
    },
  } as unknown as Metered
}

const source = Symbol('the database D1 gave')

/** The same database, counting its trips on `meter`. */
export function metered(database: D1Database, meter: Meter): D1Database {
  return {
    [source]: database,
    prepare: (query: string) => {
      meter.characters += query.length
      return meteredStatement(query, database.prepare(query), meter)
    },
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
 * The database under the meter: for work that goes on after the answer and is not one of the request's
 * figures.
 */
export function unmetered(database: D1Database): D1Database {
  return (database as D1Database & { [source]?: D1Database })[source] ?? database
}
