import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { bookStandingPlaces } from './book-standing-places.server.ts'

export type GiveStandingPlaceResult =
  | { ok: true; booked: number; again?: true }
  | { ok: false; reason: 'not_found' | 'already' | 'dates' | 'banned' }

/**
 * Gives a person the same place in a series every week, from a date until another or until it is
 * ended, and books the dates that exist. `id` travels with the form: sent twice it is one. Refused
 * for anyone who has one in this series already, or repeats it, and for dates the wrong way round;
 * not found: the person, or a series that goes on.
 */
export async function giveStandingPlace(
  ctx: StaffContext,
  personId: string,
  {
    id,
    seriesId,
    from,
    until,
  }: { id: string; seriesId: string; from: LocalDate; until: LocalDate | null },
): Promise<GiveStandingPlaceResult> {
  const { db, studio, now, actor } = ctx
  if (until !== null && until < from) return { ok: false, reason: 'dates' }
  const known = sql`EXISTS (SELECT 1 FROM people
    WHERE studio_id = ${studio.id} AND id = ${personId} AND archived_at IS NULL
      AND banned_at IS NULL)
    AND EXISTS (SELECT 1 FROM series
      WHERE studio_id = ${studio.id} AND id = ${seriesId} AND rrule <> '' AND ended_at IS NULL)`
  const { given, banned, there } = await batch(db, {
    given: db.run(sql`
      INSERT INTO standing_places (id, studio_id, person_id, series_id, kind, from_date, until_date,
        created_by, created_at)
      SELECT ${id}, ${studio.id}, ${personId}, ${seriesId}, 'standing', ${from}, ${until},
        ${actor.userId}, ${now}
      WHERE ${known}
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'standing.given',
        subjectKind: 'person',
        subjectId: personId,
        detail: { id, seriesId, from, until },
      },
      rightAfterChange,
    ),
    banned: db.all<{ banned: number }>(sql`SELECT 1 AS banned FROM people
      WHERE studio_id = ${studio.id} AND id = ${personId} AND banned_at IS NOT NULL`),
    there: db.all<{ id: string }>(sql`
      SELECT id FROM standing_places WHERE studio_id = ${studio.id} AND person_id = ${personId}
        AND series_id = ${seriesId} AND ended_at IS NULL AND ${known}`),
  })
  const [own] = there
  if (banned[0]?.banned === 1) return { ok: false, reason: 'banned' }
  if (!own) return { ok: false, reason: 'not_found' }
  if (own.id !== id) return { ok: false, reason: 'already' }
  const booked = await bookStandingPlaces(ctx, sql`standing_place.id = ${id}`)
  return { ok: true, booked, ...(changed(given) > 0 ? {} : { again: true as const }) }
}

/**
 * Ends a standing place or a repeat of a person, by staff. What is booked stays. Answers whether
 * there was one to end.
 */
export async function endStandingPlace(
  ctx: StaffContext,
  personId: string,
  id: string,
): Promise<boolean> {
  const { db, studio, now, actor } = ctx
  const { ended } = await batch(db, {
    ended: db.run(sql`
      UPDATE standing_places SET ended_at = ${now}, ended_by = ${actor.userId}
      WHERE studio_id = ${studio.id} AND id = ${id} AND person_id = ${personId}
        AND ended_at IS NULL`),
    audit: auditStatement(
      ctx,
      { action: 'standing.ended', subjectKind: 'person', subjectId: personId, detail: { id } },
      rightAfterChange,
    ),
  })
  return changed(ended) > 0
}

/**
 * Ends a repeat of one's own. What is booked stays; a place the studio keeps is ended by the
 * studio, so to its holder it is not found here, like someone else's.
 */
export async function endRepeat(
  ctx: MemberContext,
  id: string,
): Promise<'ended' | 'again' | 'not_found'> {
  const { db, studio, now, actor, person } = ctx
  const { ended, own } = await batch(db, {
    ended: db.run(sql`
      UPDATE standing_places SET ended_at = ${now}, ended_by = ${actor.userId}
      WHERE studio_id = ${studio.id} AND id = ${id} AND person_id = ${person.id} AND kind = 'repeat'
        AND ended_at IS NULL`),
    own: ownRepeatStatement(ctx, id),
  })
  if (changed(ended) > 0) return 'ended'
  return own.length > 0 ? 'again' : 'not_found'
}

/** Whether there is such a repeat of the member's own, ended or not. */
export async function isOwnRepeat(ctx: MemberContext, id: string): Promise<boolean> {
  const { own } = await batch(ctx.db, { own: ownRepeatStatement(ctx, id) })
  return own.length > 0
}

const ownRepeatStatement = ({ db, studio, person }: MemberContext, id: string) =>
  db.all<{ id: string }>(sql`
    SELECT id FROM standing_places
    WHERE studio_id = ${studio.id} AND id = ${id} AND person_id = ${person.id} AND kind = 'repeat'`)
