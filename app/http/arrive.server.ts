import { sql } from 'drizzle-orm'
import { instantFromMs } from '#app/values/instant.ts'
import type { Arrival, RequestContext } from './request-context.server.ts'

/** Trip 1. */
export async function arrive(context: RequestContext): Promise<Arrival> {
  await context.directory.all(sql`SELECT 1`)
  return { now: instantFromMs(context.nowMs), studio: null, movedTo: null, visitor: null, missingUserRow: false }
}
