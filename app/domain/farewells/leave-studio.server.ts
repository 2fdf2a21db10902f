import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { endMembershipsStatement } from '#app/domain/entitlements/end-memberships.server.ts'
import { giveMembership } from '#app/domain/entitlements/give-membership.server.ts'
import { personHappenedStatement } from '#app/domain/happenings/person-happenings.server.ts'
import { restoreStatement } from '#app/domain/people/archive-person.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { LeavingForm, RejoinForm } from './exit-forms.ts'

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
  | { ok: true; plan: string | null }
  | { ok: false; reason: 'not_found' | 'holds_already' | 'banned' }

/**
 * Someone comes back, with everything they had: out of the archive, their leaving is over, what was
 * tried to win them back has worked, and with a plan they have a new membership. The old one stays
 * in their history. Refused while they are banned.
 */
export async function rejoin(
  ctx: StaffContext,
  personId: string,
  { key, plan, startsOn }: RejoinForm,
): Promise<RejoinResult> {
  const { db, studio, now } = ctx
  const mine = sql`studio_id = ${studio.id} AND person_id = ${personId}`
  const free = sql`EXISTS (SELECT 1 FROM people WHERE studio_id = ${studio.id} AND id = ${personId}
    AND banned_at IS NULL AND merged_into IS NULL AND erased_at IS NULL)`
  const { found } = await batch(db, {
    restored: restoreStatement(ctx, personId, free),
    returned: db.run(sql`
      UPDATE person_exits SET returned_at = ${now}
      WHERE ${mine} AND returned_at IS NULL AND ${free}`),
    audit: auditStatement(
      ctx,
      { action: 'person.returned', subjectKind: 'person', subjectId: personId, id: `back-${key}` },
      free,
    ),
    news: personHappenedStatement(ctx, 'returned', personId, rightAfterChange),
    won: db.run(sql`
      UPDATE win_backs SET result = 'came_back' WHERE ${mine} AND result = 'open' AND ${free}`),
    found: db.all<{ banned: number }>(sql`
      SELECT banned_at IS NOT NULL AS banned FROM people
      WHERE studio_id = ${studio.id} AND id = ${personId} AND merged_into IS NULL`),
  })
  if (!found[0]) return { ok: false, reason: 'not_found' }
  if (found[0].banned) return { ok: false, reason: 'banned' }
  if (!plan) return { ok: true, plan: null }
  const given = await giveMembership(ctx, personId, {
    planId: plan,
    key,
    startsOn,
    endsOn: null,
    reason: 'Came back',
  })
  return given.ok ? { ok: true, plan: given.name } : given
}
