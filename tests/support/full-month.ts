/** A month as full as a large studio's, for measuring the calendar. */

/** What both a real D1 and the bridge to the built Worker's have. */
type Shard = Pick<D1Database, 'prepare'>

/**
 * Copies class `occurrenceId` to `perDay` classes of 45 minutes on each of 30 days from
 * `firstDate`, from 7:00 on; each with the bookings of the original. The month must be one without
 * a clock change, in a zone at UTC.
 */
export async function fillMonth(
  shard: Shard,
  { occurrenceId, firstDate, perDay }: { occurrenceId: string; firstDate: string; perDay: number },
): Promise<void> {
  // Numbers are bound as reals: the day and the place in it are whole.
  const local =
    "strftime('%Y-%m-%dT%H:%M', ?2 || 'T07:00', day || ' days', (45 * place) || ' minutes')"
  const after = (minutes: number) =>
    `strftime('%Y-%m-%dT%H:%M:%SZ', ${local}, '${minutes} minutes')`
  const numbers = `WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < ?3 * 30 - 1),
    n AS (SELECT i, i / CAST(?3 AS INTEGER) AS day, i % CAST(?3 AS INTEGER) AS place FROM c)`
  await shard
    .prepare(
      `INSERT INTO occurrences (id, studio_id, kind, series_id, recurrence_key, class_type_id, room_id, coach_id, policy_id,
         starts_at, ends_at, time_zone, local_start, capacity, cutoff_at, opens_at, closes_at, waitlist_closes_at,
         waitlist_limit, state)
       ${numbers}
       SELECT o.id || '-' || i, studio_id, kind, series_id, ${local}, class_type_id, room_id, coach_id, policy_id,
         ${after(0)}, ${after(45)}, time_zone, ${local}, capacity, ${after(-720)}, '1970-01-01T00:00:00Z', ${after(0)},
         ${after(-120)}, waitlist_limit, 'scheduled'
       FROM n CROSS JOIN occurrences AS o WHERE o.id = ?1`,
    )
    .bind(occurrenceId, firstDate, perDay)
    .run()
  await shard
    .prepare(
      `INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
       ${numbers}
       SELECT b.id || '-' || i, b.studio_id, b.occurrence_id || '-' || i, b.person_id, b.state, b.policy_id, b.created_at
       FROM n CROSS JOIN bookings AS b WHERE b.occurrence_id = ?1 AND ?2 <> ''`,
    )
    .bind(occurrenceId, firstDate, perDay)
    .run()
}
