import type { MiddlewareHandler } from 'hono'
import type { ServerEnv } from '#functions/server-env.ts'

/**
 * `Server-Timing` with the trips to D1, the rows they read and the characters of SQL they took, in
 * development (contract 6).
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
    `db;dur=${milliseconds.toFixed(1)};desc="${trips} trips, ${queries} queries, ${rows} rows, ` +
      `${characters} characters", ` +
      `app;dur=${(total - milliseconds).toFixed(1)}`,
  )
}
