import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { seatedStates } from '#app/db/studio/bookings.ts'
import { samplePeople } from '#app/domain/people/sample-people.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, localDate } from '#app/values/zone.ts'

/** Days ahead that made-up people book. */
const sampleDays = 14

export type SampleClass = { id: string; startsAt: string; endsAt: string; places: number }

export type SamplePage = {
  /** Made-up people, and the bookings they hold. */
  people: number
  bookings: number
  /** Real people beside the staff, and the bookings they hold. */
  realPeople: number
  realBookings: number
  /** Classes of the next two weeks with the places that are free. */
  classes: SampleClass[]
  /** The highest rung of each ladder. */
  levels: { disciplineId: string; levelId: string }[]
  plan: { id: string } | null
  package: { id: string; credits: number; validDays: number } | null
}

/**
 * How many of `people` (a SELECT of ids) are made up, and the bookings they hold. Counted, since
 * the changes that D1 reports of a write in a batch take in rows of the search index that an
 * earlier one left to be written.
 */
export function countSampleStatement(
  { db, studio }: StudioContext,
  people: SQL,
): Statement<{ people: number; bookings: number }[]> {
  const own = sql`studio_id = ${studio.id} AND person_id IN (${people})`
  return db.all<{ people: number; bookings: number }>(sql`
    SELECT (SELECT count(*) FROM sample_people WHERE ${own}) AS people,
      (SELECT count(*) FROM bookings WHERE ${own} AND state = 'booked') AS bookings`)
}

/** What the sample data of a studio is made of and made from, in one trip. */
export async function findSample({ db, studio, now }: StudioContext): Promise<SamplePage> {
  const seated = sql.raw(seatedStates.map((state) => `'${state}'`).join(', '))
  const own = sql`studio_id = ${studio.id}`
  const sample = samplePeople(studio.id)
  const until = addDays(localDate(now, studio.timeZone), sampleDays)
  const found = await batch(db, {
    counts: db.all<Pick<SamplePage, 'people' | 'bookings' | 'realPeople' | 'realBookings'>>(sql`
      SELECT (SELECT count(*) FROM sample_people WHERE ${own}) AS people,
        (SELECT count(*) FROM bookings
          WHERE ${own} AND state IN (${seated}) AND person_id IN (${sample})) AS bookings,
        (SELECT count(*) FROM people
          WHERE ${own} AND is_staff = 0 AND id NOT IN (${sample})) AS realPeople,
        (SELECT count(*) FROM bookings
          WHERE ${own} AND state IN (${seated}) AND person_id NOT IN (${sample})) AS realBookings`),
    classes: db.all<SampleClass>(sql`
      SELECT o.id, o.starts_at AS startsAt, o.ends_at AS endsAt, o.capacity - (
        SELECT count(*) FROM bookings AS b
        WHERE b.studio_id = o.studio_id AND b.occurrence_id = o.id
          AND b.state IN (${seated})) AS places
      FROM occurrences AS o
      WHERE o.studio_id = ${studio.id} AND o.state = 'scheduled' AND o.closes_at > ${now}
        AND o.local_start < ${until}
      ORDER BY o.starts_at, o.id LIMIT 100`),
    levels: db.all<{ disciplineId: string; levelId: string }>(sql`
      SELECT discipline_id AS disciplineId, id AS levelId, max(rung) AS rung FROM levels
      WHERE ${own} GROUP BY discipline_id`),
    plans: db.all<{ id: string }>(
      sql`SELECT id FROM plans WHERE ${own} AND archived_at IS NULL LIMIT 1`,
    ),
    packages: db.all<{ id: string; credits: number; validDays: number }>(sql`
      SELECT id, credits, valid_days AS validDays FROM packages
      WHERE ${own} AND archived_at IS NULL AND kind = 'classes' LIMIT 1`),
  })
  const counts = found.counts[0]
  if (!counts) throw new Error('Counting answered no row')
  return {
    ...counts,
    classes: found.classes,
    levels: found.levels,
    plan: found.plans[0] ?? null,
    package: found.packages[0] ?? null,
  }
}
