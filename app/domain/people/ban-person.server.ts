import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import {
  type PersonHappening,
  personHappenedStatement,
} from '#app/domain/happenings/person-happenings.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

export type KeepOutResult = { ok: true } | { ok: false; reason: 'not_found' | 'is_staff' }

type Change = { set: SQL; where: SQL; action: string; reason?: string; news?: PersonHappening }

/** One change of how the studio and a person stand to each other; made twice it is one. */
async function change(
  ctx: StaffContext,
  personId: string,
  { set, where, action, reason = '', news }: Change,
): Promise<KeepOutResult> {
  const { db, studio } = ctx
  const { found } = await batch(db, {
    change: db.run(sql`
      UPDATE people SET ${set}, version = version + 1
      WHERE studio_id = ${studio.id} AND id = ${personId} AND merged_into IS NULL
        AND erased_at IS NULL AND ${where}`),
    audit: auditStatement(
      ctx,
      { action, subjectKind: 'person', subjectId: personId, reason },
      rightAfterChange,
    ),
    news: news ? personHappenedStatement(ctx, news, personId, rightAfterChange) : null,
    found: db.all<{ isStaff: number }>(sql`
      SELECT is_staff AS isStaff FROM people
      WHERE studio_id = ${studio.id} AND id = ${personId} AND merged_into IS NULL`),
  })
  if (!found[0]) return { ok: false, reason: 'not_found' }
  return { ok: true }
}

/**
 * Keeps someone out: they book nothing and are not checked in, whatever they hold, until the ban is
 * lifted. What they have stays, and so do classes they are booked in, where the door stops them.
 * Refused for anyone who works here.
 */
export async function banPerson(
  ctx: StaffContext,
  personId: string,
  reason: string,
): Promise<KeepOutResult> {
  const result = await change(ctx, personId, {
    set: sql`banned_at = ${ctx.now}, ban_reason = ${reason}`,
    where: sql`banned_at IS NULL AND is_staff = 0`,
    action: 'person.banned',
    reason,
    news: 'banned',
  })
  if (!result.ok) return result
  const [row] = await ctx.db.all<{ banned: number }>(sql`
    SELECT banned_at IS NOT NULL AS banned FROM people
    WHERE studio_id = ${ctx.studio.id} AND id = ${personId}`)
  return row?.banned ? result : { ok: false, reason: 'is_staff' }
}

/** They may book and come in again. */
export const liftBan = (ctx: StaffContext, personId: string): Promise<KeepOutResult> =>
  change(ctx, personId, {
    set: sql`banned_at = NULL, ban_reason = ''`,
    where: sql`banned_at IS NOT NULL`,
    action: 'person.ban_lifted',
    news: 'ban_lifted',
  })

/** Nobody writes news or offers to them, or calls to win them back; what they need goes on. */
export const setDoNotContact = (
  ctx: StaffContext,
  personId: string,
  on: boolean,
): Promise<KeepOutResult> =>
  change(ctx, personId, {
    set: sql`do_not_contact_at = ${on ? ctx.now : null}`,
    where: sql`do_not_contact_at IS ${on ? sql`NULL` : sql`NOT NULL`}`,
    action: on ? 'person.do_not_contact' : 'person.contact_again',
  })
