import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { seatedStates } from '#app/db/studio/bookings.ts'
import type { StudioContext } from '#app/domain/studios/contexts.ts'

/** How many classes of a studio the landing page can tell. */
export const classesPerStudio = 3

/**
 * Brings a studio's part of the public class index up to date: its next classes while it is listed, none otherwise.
 * Rows that have not changed are not written. Answers how many rows it wrote or removed.
 *
 * The index lies in another database than the bookings, so it is only ever a hint: places are checked at booking.
 */
export async function refreshPublicClasses(directory: DirectoryDb, ctx: StudioContext): Promise<number> {
  const classes = ctx.studio.listed ? JSON.stringify(await listNextClasses(ctx)) : '[]'
  const { removed, written } = await batch(directory, {
    removed: directory.run(sql`
      DELETE FROM public_classes
      WHERE studio_id = ${ctx.studio.id}
        AND occurrence_id NOT IN (SELECT json_extract(value, '$.id') FROM json_each(${classes}))`),
    // `WHERE true` keeps SQLite from reading ON as part of a join.
    written: directory.run(sql`
      INSERT INTO public_classes (occurrence_id, studio_id, title, starts_at, local_start, places, capacity, refreshed_at)
      SELECT json_extract(value, '$.id'), ${ctx.studio.id}, json_extract(value, '$.title'),
        json_extract(value, '$.startsAt'), json_extract(value, '$.localStart'),
        json_extract(value, '$.places'), json_extract(value, '$.capacity'), ${ctx.now}
      FROM json_each(${classes}) WHERE true
      ON CONFLICT (occurrence_id) DO UPDATE SET
        title = excluded.title, starts_at = excluded.starts_at, local_start = excluded.local_start,
        places = excluded.places, capacity = excluded.capacity, refreshed_at = excluded.refreshed_at
      WHERE (title, starts_at, local_start, places, capacity)
        IS NOT (excluded.title, excluded.starts_at, excluded.local_start, excluded.places, excluded.capacity)`),
  })
  return changed(removed) + changed(written)
}

type NextClass = { id: string; title: string; startsAt: string; localStart: string; places: number; capacity: number }

/** The next classes that have not started, with the places left in each. */
async function listNextClasses({ db, studio, now }: StudioContext): Promise<NextClass[]> {
  const seated = sql.raw(seatedStates.map((state) => `'${state}'`).join(', '))
  return db.all<NextClass>(sql`
    SELECT o.id, t.name AS title, o.starts_at AS startsAt, o.local_start AS localStart, o.capacity,
      max(0, o.capacity - (
        SELECT count(*) FROM bookings b
        WHERE b.studio_id = o.studio_id AND b.occurrence_id = o.id AND b.state IN (${seated}))) AS places
    FROM occurrences o
    JOIN class_types t ON t.studio_id = o.studio_id AND t.id = o.class_type_id
    WHERE o.studio_id = ${studio.id} AND o.kind <> 'appointment' AND o.state = 'scheduled' AND o.starts_at > ${now}
    ORDER BY o.starts_at, o.id LIMIT ${classesPerStudio}`)
}

/** Removes what studios left behind that are no longer open. Answers how many rows. */
export async function removeClassesOfClosedStudios(directory: DirectoryDb): Promise<number> {
  return changed(
    await directory.run(
      sql`DELETE FROM public_classes WHERE studio_id NOT IN (SELECT id FROM studios WHERE state = 'open')`,
    ),
  )
}
