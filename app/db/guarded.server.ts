import { drizzle } from 'drizzle-orm/d1'
import type { Statement } from './batch.server.ts'
import { queryOf } from './batch.server.ts'
import type { StudioDb } from './connection.server.ts'

const inner = Symbol('the statement under the guard')

type Guarded = D1PreparedStatement & { [inner]: D1PreparedStatement }

/**
 * The same database under a condition: in front of all that is asked of it, in the same batch,
 * stands `condition`, a SELECT that fails unless it holds (`json('no')` does). So nothing is read
 * or written where it does not, however much time lies between two batches of a request. What
 * `refused` throws is then what the caller sees. Costs no trip.
 */
export function guardedDb(
  db: StudioDb,
  condition: Statement<unknown>,
  refused: () => Promise<never>,
): StudioDb {
  return drizzle(guardedClient(db.$client, queryOf(condition), refused))
}

function guardedClient(
  database: D1Database,
  { sql, params }: { sql: string; params: unknown[] },
  refused: () => Promise<never>,
): D1Database {
  const holds = () => database.prepare(sql).bind(...params)
  const run = async (statements: readonly D1PreparedStatement[]) => {
    try {
      const answers = await database.batch([holds(), ...statements])
      return answers.slice(1)
    } catch (error) {
      // The failure of another statement is told as such.
      const stands = await holds()
        .all()
        .then(
          () => true,
          () => false,
        )
      if (stands) throw error
      return await refused()
    }
  }
  const guarded = (statement: D1PreparedStatement): Guarded =>
    ({
      [inner]: statement,
      bind: (...values: unknown[]) => guarded(statement.bind(...values)),
      all: async () => (await run([statement]))[0],
      run: async () => (await run([statement]))[0],
      raw: async (options?: { columnNames?: false }) => {
        await run([])
        return await statement.raw(options)
      },
      first: async (column?: string) => {
        await run([])
        return column ? await statement.first(column) : await statement.first()
      },
    }) as unknown as Guarded
  return {
    prepare: (query: string) => guarded(database.prepare(query)),
    batch: (statements: D1PreparedStatement[]) =>
      run(statements.map((statement) => (statement as Guarded)[inner] ?? statement)),
    exec: async (query: string) => {
      await run([])
      return await database.exec(query)
    },
    dump: () => database.dump(),
    withSession: (constraint?: string) => database.withSession(constraint),
  } as unknown as D1Database
}
