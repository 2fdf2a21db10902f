/**
 * Databases that die: to prove that work which was cut off between any two writes is finished by
 * doing it again.
 */

/**
 * How often the databases may still be called; `after` lets the last call happen and loses its
 * answer.
 */
export type Life = { calls: number; after: boolean; spent: number }

/** `database`, whose calls throw once `life.calls` have been made. */
export function mortal(database: D1Database, life: Life): D1Database {
  const call = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    life.spent += 1
    if (life.spent < life.calls) return work()
    if (life.after && life.spent === life.calls) await work()
    throw new Error('The process was killed')
  }
  type Inner = { inner: D1PreparedStatement }
  const statement = (inner: D1PreparedStatement) => ({
    inner,
    bind: (...params: unknown[]) => statement(inner.bind(...params)),
    all: () => call(() => inner.all()),
    run: () => call(() => inner.run()),
    raw: () => call(() => inner.raw()),
  })
  return {
    prepare: (sql: string) => statement(database.prepare(sql)),
    batch: (statements: unknown[]) =>
      call(() => database.batch((statements as Inner[]).map(({ inner }) => inner))),
  } as unknown as D1Database
}
