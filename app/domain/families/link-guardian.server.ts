import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { currentPersonSql } from '#app/domain/people/person-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { FamilyRelation } from './family-relations.ts'
import { dependantsAtMost, guardiansAtMost, type LinkRefusal } from './guardianship.ts'

export type LinkResult =
  | { ok: true }
  | { ok: false; reason: LinkRefusal; guardian: string; dependant: string }

/**
 * Notes that one person looks after another, and what they are to them. Twice is once, with the
 * relation said last. Refuses a chain (a guardian who has
 * one), a third guardian, and people this studio does not have or has archived.
 */
export async function linkGuardian(
  ctx: StaffContext,
  guardianId: string,
  dependantId: string,
  relation: FamilyRelation | '' = '',
): Promise<LinkResult> {
  const { db, studio } = ctx
  const { linked, facts } = await batch(db, {
    linked: linkGuardiansStatement(
      ctx,
      sql`SELECT ${guardianId} AS guardian_id, ${dependantId} AS dependant_id
        WHERE ${currentPersonSql(ctx, guardianId)} AND ${currentPersonSql(ctx, dependantId)}`,
    ),
    audit: auditStatement(
      ctx,
      {
        action: 'guardian.added',
        subjectKind: 'person',
        subjectId: dependantId,
        detail: { guardianId },
      },
      rightAfterChange,
    ),
    related: relation
      ? db.run(sql`UPDATE guardians SET relation = ${relation} WHERE studio_id = ${studio.id}
          AND dependant_id = ${dependantId} AND guardian_id = ${guardianId}`)
      : null,
    facts: linkFactsStatement(ctx, guardianId, dependantId),
  })
  if (changed(linked) > 0) return { ok: true }
  return linkResult(facts, guardianId === dependantId)
}

export type LinkFacts = {
  guardian: string | null
  dependant: string | null
  there: number
  isDependant: number
  hasDependants: number
  guardiansNow: number
}

/** What decides whether one person may look after another, for a batch behind the link. */
export function linkFactsStatement(
  { db, studio }: StudioContext,
  guardianId: string,
  dependantId: string,
): Statement<LinkFacts[]> {
  const here = sql`FROM people WHERE studio_id = ${studio.id} AND archived_at IS NULL`
  const links = (condition: SQL) =>
    sql`(SELECT count(*) FROM guardians WHERE studio_id = ${studio.id} AND ${condition})`
  return db.all<LinkFacts>(sql`
    SELECT (SELECT name ${here} AND id = ${guardianId}) AS guardian,
      (SELECT name ${here} AND id = ${dependantId}) AS dependant,
      ${links(sql`dependant_id = ${dependantId} AND guardian_id = ${guardianId}`)} AS there,
      ${links(sql`dependant_id = ${guardianId}`)} > 0 AS isDependant,
      ${links(sql`guardian_id = ${dependantId}`)} > 0 AS hasDependants,
      ${links(sql`dependant_id = ${dependantId}`)} AS guardiansNow`)
}

/** Whether the link is there, or why not. */
export function linkResult([now]: readonly LinkFacts[], same: boolean): LinkResult {
  if (now?.there === 1) return { ok: true }
  const names = { guardian: now?.guardian ?? '', dependant: now?.dependant ?? '' }
  return { ok: false, reason: refusalOf(now, same), ...names }
}

function refusalOf(now: LinkFacts | undefined, same: boolean): LinkRefusal {
  if (!now?.guardian || !now.dependant) return 'not_found'
  if (same) return 'same_person'
  if (now.isDependant === 1) return 'is_dependant'
  if (now.hasDependants === 1) return 'has_dependants'
  return now.guardiansNow >= guardiansAtMost ? 'too_many_guardians' : 'too_many_dependants'
}

/**
 * Links each pair of a SELECT with `guardian_id` and `dependant_id` that may be linked; the others,
 * and those that are linked, are passed over. The archived may be linked: a file can have families
 * that left. For another context's batch.
 */
export function linkGuardiansStatement(
  { db, studio, now }: StudioContext,
  pairs: SQL,
): Statement<D1Result> {
  const here = (column: SQL) => sql`EXISTS (SELECT 1 FROM people AS person
    WHERE person.studio_id = ${studio.id} AND person.id = ${column})`
  const links = (condition: SQL) => sql`(SELECT count(*) FROM guardians AS link
    WHERE link.studio_id = ${studio.id} AND ${condition})`
  return db.run(sql`
    INSERT INTO guardians (studio_id, guardian_id, dependant_id, created_at)
    SELECT ${studio.id}, pair.guardian_id, pair.dependant_id, ${now} FROM (${pairs}) AS pair
    WHERE pair.guardian_id <> pair.dependant_id
      AND ${here(sql`pair.guardian_id`)} AND ${here(sql`pair.dependant_id`)}
      AND ${links(sql`link.dependant_id = pair.guardian_id`)} = 0
      AND ${links(sql`link.guardian_id = pair.dependant_id`)} = 0
      AND ${links(sql`link.dependant_id = pair.dependant_id`)} < ${guardiansAtMost}
      AND ${links(sql`link.guardian_id = pair.guardian_id`)} < ${dependantsAtMost}
    ON CONFLICT DO NOTHING`)
}

/** Ends that one person looks after another; nothing else of theirs changes. Twice is once. */
export async function unlinkGuardian(
  ctx: StaffContext,
  guardianId: string,
  dependantId: string,
): Promise<void> {
  const { db, studio } = ctx
  await batch(db, {
    unlinked: db.run(sql`
      DELETE FROM guardians WHERE studio_id = ${studio.id}
        AND dependant_id = ${dependantId} AND guardian_id = ${guardianId}`),
    audit: auditStatement(
      ctx,
      {
        action: 'guardian.removed',
        subjectKind: 'person',
        subjectId: dependantId,
        detail: { guardianId },
      },
      rightAfterChange,
    ),
  })
}

/** Takes people out of every family, for a batch that removes them; `whom` is a SELECT of ids. */
export const leaveFamiliesStatements = (
  { db, studio }: StudioContext,
  whom: SQL,
): Record<'families' | 'ties', Statement<D1Result>> => ({
  families: db.run(sql`
    DELETE FROM guardians WHERE studio_id = ${studio.id}
      AND (guardian_id IN (${whom}) OR dependant_id IN (${whom}))`),
  ties: db.run(sql`
    DELETE FROM family_ties WHERE studio_id = ${studio.id}
      AND (person_id IN (${whom}) OR other_id IN (${whom}))`),
})
