/**
 * For whom a guardian may act, and how they do: a child's booking goes through the same use cases as
 * anybody's, with the child as the person and the guardian beside it.
 */
import { type SQL, sql } from 'drizzle-orm'
import { guardedDb } from '#app/db/guarded.server.ts'
import { minorSql } from '#app/domain/people/minor-sql.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import type { FamilyMember } from './family-member.ts'

/**
 * Somebody's guardian may act for them: they are under age, or neither their date of birth nor an
 * account of their own is known. It ends on the eighteenth birthday (R17). `alias` is one of people.
 */
export const actedForSql = (ctx: Pick<StudioContext, 'studio' | 'now'>, alias: string): SQL => {
  const person = sql.raw(alias)
  return sql`${person}.archived_at IS NULL AND (${minorSql(ctx, alias)}
    OR ${person}.birth_date IS NULL AND ${person}.user_id IS NULL)`
}

/**
 * The people somebody may act for, the eldest first, as JSON of `FamilyMember`s; an
 * expression.
 */
export const familySql = (
  ctx: Pick<StudioContext, 'studio' | 'now'>,
  guardianId: string,
): SQL => sql`(
  SELECT json_group_array(json_object('id', child.id, 'name', child.name,
    'called', child.preferred_name, 'age',
    (replace(${localDate(ctx.now, ctx.studio.timeZone)}, '-', '')
      - replace(child.birth_date, '-', '')) / 10000)
    ORDER BY child.birth_date, child.name)
  FROM guardians AS link CROSS JOIN people AS child ON child.id = link.dependant_id
    AND child.studio_id = link.studio_id
  WHERE link.studio_id = ${ctx.studio.id} AND link.guardian_id = ${guardianId}
    AND ${actedForSql(ctx, 'child')})`

/** The people somebody may act for, the eldest first. */
export function familyStatement(ctx: StudioContext, guardianId: string) {
  const rows = sql`SELECT value ->> 'id' AS id, value ->> 'name' AS name,
    value ->> 'called' AS called, value ->> 'age' AS age
    FROM json_each(${familySql(ctx, guardianId)})`
  return ctx.db.all<FamilyMember>(rows)
}

/** Somebody and whom they act for, as a SELECT of ids: whose charges they may be asked for. */
export const familyAccountSql = (
  ctx: Pick<StudioContext, 'studio' | 'now'>,
  guardianId: string,
): SQL => sql`SELECT ${guardianId} UNION ALL SELECT child.id
  FROM guardians AS link CROSS JOIN people AS child ON child.id = link.dependant_id
    AND child.studio_id = link.studio_id
  WHERE link.studio_id = ${ctx.studio.id} AND link.guardian_id = ${guardianId}
    AND ${actedForSql(ctx, 'child')}`

/** As it comes from the database (`familySql`). */
export const toFamily = (json: string | null | undefined): FamilyMember[] =>
  json ? (JSON.parse(json) as FamilyMember[]) : []

/**
 * The work of a guardian for a child: the same context with the child as its person. Each batch it
 * sends asks first whether the one may still act for the other, so that it neither reads nor writes
 * where they may not: then `refused` throws. Oneself is given back as it is.
 */
export function actFor<Ctx extends MemberContext>(
  ctx: Ctx,
  childId: string,
  refused: () => Promise<never>,
): Ctx {
  const guardianId = ctx.guardianId ?? ctx.person.id
  if (childId === guardianId) return ctx
  return {
    ...ctx,
    db: guardedDb(ctx.db, actsStatement(ctx, guardianId, childId), refused),
    person: { id: childId },
    guardianId,
  }
}

/** A SELECT that fails unless the one may act for the other. */
const actsStatement = (ctx: StudioContext, guardianId: string, childId: string) =>
  ctx.db.all(sql`
    SELECT json(iif(EXISTS (
      SELECT 1 FROM guardians AS link CROSS JOIN people AS child ON child.id = link.dependant_id
        AND child.studio_id = link.studio_id
      WHERE link.studio_id = ${ctx.studio.id} AND link.dependant_id = ${childId}
        AND link.guardian_id = ${guardianId} AND ${actedForSql(ctx, 'child')}), '1', 'no')) AS acts`)

/** `actFor` for pages, whose reads know no acting account. */
export function viewFor(
  ctx: StudioContext,
  guardianId: string,
  childId: string,
  refused: () => Promise<never>,
): StudioContext {
  return {
    ...ctx,
    db: guardedDb(ctx.db, actsStatement(ctx, guardianId, childId), refused),
    guardianId,
  }
}
