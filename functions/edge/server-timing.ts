import type { MiddlewareHandler } from 'hono'
import type { ServerEnv } from '#functions/server-env.ts'

/**
 * `Server-Timing` in development: the trips to D1 and what answering took (contract 6), and behind
 * them the rows that were read and the characters of SQL.
 */
export const serverTiming: MiddlewareHandler<ServerEnv> = async (c, next) => {
  const began = performance.now()
  await next()
  const { app } = c.var
  if (!app.devTools) return
  const { trips, queries, rows, characters, milliseconds } = app.meter
  const total = performance.now() - began
  c.header(
    'Server-Timing',
    `db;dur=${milliseconds.toFixed(1)};desc="${trips} trips, ${queries} queries", ` +
      `app;dur=${(total - milliseconds).toFixed(1)}, ` +
      `rows;desc="${rows} rows, ${characters} characters"`,
  )
}
