import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { endMembershipsStatement } from '#app/domain/entitlements/end-memberships.server.ts'
import { personHappenedStatement } from '#app/domain/happenings/person-happenings.server.ts'
import { restoreStatement } from '#app/domain/people/archive-person.server.ts'
import {
  type SellMembership,
  type SellMembershipResult,
  sellMembership,
} from '#app/domain/sales/memberships/sell-membership.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { LeavingForm } from './exit-forms.ts'

export type LeaveResult = { ok: true } | { ok: false; reason: 'not_found' | 'left_already' }

/**
 * Notes that someone leaves: why, in their words, and their last day, on which their memberships
 * end. Their credits stay theirs until they expire, and so do classes they have booked. The form's
 * key is the row's id: sent twice it is one. Refused where they have left already.
 */
export async function leaveStudio(
  ctx: StaffContext,
  personId: string,
  { key, reason, text = '', lastDay }: LeavingForm,
): Promise<LeaveResult> {
  const { db, studio, now, actor } = ctx
  const written = sql`EXISTS (SELECT 1 FROM person_exits WHERE id = ${key}
    AND studio_id = ${studio.id} AND person_id = ${personId})`
  const { person, exit } = await batch(db, {
    leave: db.run(sql`
      INSERT INTO person_exits (id, studio_id, person_id, reason, text, last_day, by_name, at)
      SELECT ${key}, studio_id, id, ${reason}, ${text}, ${lastDay}, ${actor.name}, ${now}
      FROM people WHERE studio_id = ${studio.id} AND id = ${personId} AND merged_into IS NULL
        AND erased_at IS NULL
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'person.left',
        subjectKind: 'person',
        subjectId: personId,
        detail: { exitId: key, reason, lastDay },
      },
      rightAfterChange,
    ),
    news: personHappenedStatement(ctx, 'left', personId, rightAfterChange),
    ends: endMembershipsStatement(ctx, personId, lastDay, written),
    person: db.all<{ id: string }>(sql`
      SELECT id FROM people
      WHERE studio_id = ${studio.id} AND id = ${personId} AND merged_into IS NULL`),
    exit: db.all<{ id: string }>(sql`SELECT id FROM person_exits WHERE id = ${key} AND ${written}`),
  })
  if (!person[0]) return { ok: false, reason: 'not_found' }
  return exit[0] ? { ok: true } : { ok: false, reason: 'left_already' }
}

export type RejoinResult =
  | { ok: true; sold: { name: string; dueNowMinor: number } | null }
  | { ok: false; reason: 'no_person' }
  | { ok: false; reason: 'banned' }
  | Extract<SellMembershipResult, { ok: false }>

/**
 * Someone comes back, with everything they had: out of the archive, their leaving is over, what was
 * tried to win them back has worked. With a plan they are sold it in the same batch, so that they
 * are back with it or not at all; the old membership stays in their history. Refused while they are
 * banned.
 */
export async function rejoin(
  ctx: StaffContext,
  personId: string,
  { key, sale }: { key: string; sale: SellMembership | null },
): Promise<RejoinResult> {
  const { db, studio } = ctx
  const free = sql`EXISTS (SELECT 1 FROM people WHERE studio_id = ${studio.id} AND id = ${personId}
    AND banned_at IS NULL AND merged_into IS NULL AND erased_at IS NULL)`
  const found = db.all<{ banned: number }>(sql`
    SELECT banned_at IS NOT NULL AS banned FROM people
    WHERE studio_id = ${studio.id} AND id = ${personId} AND merged_into IS NULL
      AND erased_at IS NULL`)
  const back = (onlyIf: SQL) => backStatements(ctx, { personId, key }, onlyIf)
  const bought =
    sale && (await sellMembership(ctx, personId, sale, { whom: free, statements: back }))
  if (bought?.ok) return { ok: true, sold: bought }
  const { found: people } = await batch(db, { ...(sale ? {} : back(free)), found })
  if (!people[0]) return { ok: false, reason: 'no_person' }
  if (people[0].banned) return { ok: false, reason: 'banned' }
  return bought ?? { ok: true, sold: null }
}

/** What coming back writes, where `onlyIf` holds; once a key. */
function backStatements(
  ctx: StaffContext,
  { personId, key }: { personId: string; key: string },
  onlyIf: SQL,
) {
  const { db, studio, now } = ctx
  const mine = sql`studio_id = ${studio.id} AND person_id = ${personId}`
  return {
    restored: restoreStatement(ctx, personId, onlyIf),
    returned: db.run(sql`
      UPDATE person_exits SET returned_at = ${now}
      WHERE ${mine} AND returned_at IS NULL AND ${onlyIf}`),
    backAudit: auditStatement(
      ctx,
      { action: 'person.returned', subjectKind: 'person', subjectId: personId, id: `back-${key}` },
      onlyIf,
    ),
    news: personHappenedStatement(ctx, 'returned', personId, rightAfterChange),
    won: db.run(sql`
      UPDATE win_backs SET result = 'came_back' WHERE ${mine} AND result = 'open' AND ${onlyIf}`),
  }
}
