import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { currentPersonSql } from '#app/domain/people/person-queries.server.ts'
import { joinProspectStatement } from '#app/domain/people/prospect-person.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { Gift, GiveResult } from './give-package.server.ts'

/**
 * Gives a person a membership without a sale, on the version of the plan that is on sale, from
 * `startsOn` until `endsOn` inclusive or until it is cancelled. Refused where the person holds the
 * same plan on any of those days: two of a kind would both be billed one day. Not found: the
 * person, or a plan that is no longer sold.
 */
export async function giveMembership(
  ctx: StaffContext,
  personId: string,
  { planId, key, startsOn, endsOn, reason }: Gift & { planId: string; endsOn: LocalDate | null },
): Promise<GiveResult> {
  const { db, studio, now } = ctx
  const { given, plan } = await batch(db, {
    give: db.run(sql`
      INSERT INTO memberships (id, studio_id, person_id, plan_id, state, starts_on, ends_on,
        purchased_at)
      SELECT ${key}, plan.studio_id, ${personId}, plan.id, 'active', ${startsOn}, ${endsOn}, ${now}
      FROM plans AS plan
      WHERE plan.studio_id = ${studio.id} AND plan.id = ${planId} AND plan.archived_at IS NULL
        AND ${currentPersonSql(ctx, personId)}
        AND NOT EXISTS (
          SELECT 1 FROM memberships AS membership
          JOIN plans AS held_plan ON held_plan.id = membership.plan_id
          WHERE membership.studio_id = plan.studio_id AND membership.person_id = ${personId}
            AND held_plan.name = plan.name AND membership.id <> ${key}
            AND membership.state NOT IN ('cancelled','expired','superseded')
            AND (membership.ends_on IS NULL OR membership.ends_on >= ${startsOn})
            AND ${endsOn === null ? sql`1` : sql`membership.starts_on <= ${endsOn}`})
      ON CONFLICT (id) DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'membership.given',
        subjectKind: 'person',
        subjectId: personId,
        reason,
        detail: { membershipId: key, planId, startsOn, endsOn },
      },
      rightAfterChange,
    ),
    // Who was a lead only has joined with it.
    joined: joinProspectStatement(ctx, sql`${personId}`, rightAfterChange),
    given: db.all<{ name: string }>(sql`
      SELECT plan.name FROM memberships AS membership
      JOIN plans AS plan ON plan.id = membership.plan_id
      WHERE membership.studio_id = ${studio.id} AND membership.id = ${key}
        AND membership.person_id = ${personId}`),
    plan: db.all<{ id: string }>(sql`
      SELECT id FROM plans WHERE studio_id = ${studio.id} AND id = ${planId} AND archived_at IS NULL
        AND ${currentPersonSql(ctx, personId)}`),
  })
  if (given[0]) return { ok: true, name: given[0].name }
  return { ok: false, reason: plan.length > 0 ? 'holds_already' : 'not_found' }
}
