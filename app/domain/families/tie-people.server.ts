/** Family that is noted without rights: who belongs together, and neither books nor signs for the other. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { currentPersonSql } from '#app/domain/people/person-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type FamilyRelation, tiesAtMost } from './family-relations.ts'

/** A tie of a person's: `back` is 1 where they are what the relation says, to the other. */
export type Tie = {
  id: string
  name: string
  email: string
  relation: FamilyRelation
  back: number
}

/** Ties of a person, by name. */
export const tiesStatement = ({ db, studio }: StudioContext, personId: string): Statement<Tie[]> =>
  db.all<Tie>(sql`
    SELECT other.id, other.name, other.email, tie.relation, tie.back
    FROM (
      SELECT other_id AS id, relation, 0 AS back FROM family_ties
      WHERE studio_id = ${studio.id} AND person_id = ${personId}
      UNION ALL
      SELECT person_id, relation, 1 FROM family_ties
      WHERE studio_id = ${studio.id} AND other_id = ${personId}
    ) AS tie CROSS JOIN people AS other ON other.id = tie.id AND other.studio_id = ${studio.id}
    ORDER BY other.name LIMIT 40`)

export async function listTies(ctx: StudioContext, personId: string): Promise<Tie[]> {
  return (await batch(ctx.db, { ties: tiesStatement(ctx, personId) })).ties
}

/**
 * Notes each of a SELECT of `person_id, other_id, relation` (what the other is to the person), once
 * a pair; who is tied or looks after the other already is passed over. For another context's batch.
 */
export function tieStatement({ db, studio, now }: StudioContext, pairs: SQL): Statement<D1Result> {
  const here = (column: SQL) => sql`EXISTS (SELECT 1 FROM people AS person
    WHERE person.studio_id = ${studio.id} AND person.id = ${column})`
  const many = (column: SQL) => sql`(SELECT count(*) FROM family_ties AS tie
    WHERE tie.studio_id = ${studio.id} AND tie.person_id = ${column})`
  return db.run(sql`
    INSERT INTO family_ties (studio_id, person_id, other_id, relation, created_at)
    SELECT ${studio.id}, pair.person_id, pair.other_id, pair.relation, ${now}
    FROM (${pairs}) AS pair
    WHERE pair.person_id <> pair.other_id
      AND ${here(sql`pair.person_id`)} AND ${here(sql`pair.other_id`)}
      AND ${many(sql`pair.person_id`)} < ${tiesAtMost}
      AND NOT EXISTS (SELECT 1 FROM family_ties AS there WHERE there.studio_id = ${studio.id}
        AND there.person_id = pair.other_id AND there.other_id = pair.person_id)
      AND NOT EXISTS (SELECT 1 FROM guardians AS link WHERE link.studio_id = ${studio.id}
        AND (link.dependant_id = pair.person_id AND link.guardian_id = pair.other_id
          OR link.dependant_id = pair.other_id AND link.guardian_id = pair.person_id))
    ON CONFLICT DO NOTHING`)
}

/**
 * Notes what somebody is to a person. Twice is once. False where either is not of the studio or is
 * archived, where they belong together already, or where the person has as many as are noted.
 */
export async function tiePeople(
  ctx: StaffContext,
  personId: string,
  { otherId, relation }: { otherId: string; relation: FamilyRelation },
): Promise<boolean> {
  const { db, studio } = ctx
  const { tied, there } = await batch(db, {
    tied: tieStatement(
      ctx,
      sql`SELECT ${personId} AS person_id, ${otherId} AS other_id, ${relation} AS relation
        WHERE ${currentPersonSql(ctx, personId)} AND ${currentPersonSql(ctx, otherId)}`,
    ),
    audit: auditStatement(
      ctx,
      {
        action: 'family.tied',
        subjectKind: 'person',
        subjectId: personId,
        detail: { otherId, relation },
      },
      rightAfterChange,
    ),
    there: db.all(sql`SELECT 1 FROM family_ties WHERE studio_id = ${studio.id}
      AND person_id = ${personId} AND other_id = ${otherId}`),
  })
  return changed(tied) > 0 || there.length > 0
}

/**
 * What a merge leaves of a person's ties, for its batch: nobody is their own family, two people are
 * tied once, and not beside being a guardian.
 */
export const tidyTiesStatement = (
  { db, studio }: StudioContext,
  personId: string,
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    DELETE FROM family_ties AS tie WHERE tie.studio_id = ${studio.id} AND ${onlyIf}
      AND (tie.person_id = ${personId} OR tie.other_id = ${personId})
      AND (tie.person_id = tie.other_id
        OR tie.person_id < tie.other_id AND EXISTS (SELECT 1 FROM family_ties AS back
          WHERE back.studio_id = tie.studio_id AND back.person_id = tie.other_id
            AND back.other_id = tie.person_id)
        OR EXISTS (SELECT 1 FROM guardians AS link WHERE link.studio_id = tie.studio_id
          AND (link.guardian_id = tie.person_id AND link.dependant_id = tie.other_id
            OR link.guardian_id = tie.other_id AND link.dependant_id = tie.person_id)))`)

/** Ends that two people are noted as family, no matter who was what to whom. Twice is once. */
export async function untiePeople(
  ctx: StaffContext,
  personId: string,
  otherId: string,
): Promise<void> {
  const { db, studio } = ctx
  await batch(db, {
    untied: db.run(sql`
      DELETE FROM family_ties WHERE studio_id = ${studio.id}
        AND (person_id = ${personId} AND other_id = ${otherId}
          OR person_id = ${otherId} AND other_id = ${personId})`),
    audit: auditStatement(
      ctx,
      {
        action: 'family.untied',
        subjectKind: 'person',
        subjectId: personId,
        detail: { otherId },
      },
      rightAfterChange,
    ),
  })
}
