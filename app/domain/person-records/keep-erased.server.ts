import { inArray, sql } from 'drizzle-orm'
import type { DirectoryDb, StudioDb } from '#app/db/connection.server.ts'
import { studios } from '#app/db/directory.ts'
import { systemActor } from '#app/domain/scope/contexts.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { toStudio } from '#app/domain/studios/studio-queries.server.ts'
import { groupBy } from '#app/values/table/group-by.ts'
import { type EraseContext, eraseAgain } from './erase-person.server.ts'

type KeepContext = Omit<EraseContext, 'db' | 'studio' | 'actor'> & {
  directory: DirectoryDb
  shardOf(studio: Studio): StudioDb
}

/** Erasures that are looked at in one trip. */
const atOnce = 400

/**
 * Finishes erasures that a crash cut off, and does those again whose person is back because the
 * studio's rows were restored from an older copy. May run any number of times. Answers how many
 * people it erased.
 */
export async function keepErased(ctx: KeepContext): Promise<number> {
  const { directory } = ctx
  let done = 0
  for (let from = 0; ; from += atOnce) {
    const some = await directory.all<{ studioId: string; personId: string }>(sql`
      SELECT studio_id AS studioId, person_id AS personId FROM erasures
      ORDER BY studio_id, person_id LIMIT ${atOnce} OFFSET ${from}`)
    for (const [studioId, rows] of groupBy(some, (row) => row.studioId)) {
      const [row] = await directory
        .select()
        .from(studios)
        .where(inArray(studios.id, [studioId]))
      if (!row) continue
      const studio = toStudio(row)
      const db = ctx.shardOf(studio)
      const ids = JSON.stringify(rows.map(({ personId }) => personId))
      const back = await db.all<{ id: string }>(sql`
        SELECT id FROM people WHERE +studio_id = ${studioId} AND erased_at IS NULL
          AND id IN (SELECT value FROM json_each(${ids}))`)
      for (const { id } of back) {
        await eraseAgain({ ...ctx, db, studio, actor: systemActor }, id)
        done += 1
      }
    }
    if (some.length < atOnce) return done
  }
}
