/**
 * For whom somebody may act, and how they do: a child's booking, or that of an adult who agreed to
 * it, goes through the same use cases as anybody's, with the one it is for as the person and who
 * books beside it (`guardianId`).
 */
import { type SQL, sql } from 'drizzle-orm'
import { guardedDb } from '#app/db/guarded.server.ts'
import { adultSql, minorSql } from '#app/domain/people/minor-sql.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
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
 * `person_id` of the adults who agreed that `bookerId`, an expression, books for them, as a SELECT;
 * nobody where the studio does not let members.
 */
const agreedSql = ({ studio }: Pick<StudioContext, 'studio'>, bookerId: SQL): SQL => sql`
  SELECT agreement.person_id FROM booking_agreements AS agreement
  WHERE agreement.studio_id = ${studio.id} AND agreement.booker_id = ${bookerId}
    AND agreement.agreed_at IS NOT NULL AND agreement.ended_at IS NULL
    AND agreement.person_id <> agreement.booker_id AND ${studioLets(studio, 'book_for_adult') ? 1 : 0}`

/** Adults for whom somebody books, as a condition on `alias`, one of people. */
const agreedAdultSql = (
  ctx: Pick<StudioContext, 'studio' | 'now'>,
  bookerId: SQL,
  alias: string,
): SQL => sql`${sql.raw(alias)}.id IN (${agreedSql(ctx, bookerId)})
  AND ${sql.raw(alias)}.archived_at IS NULL AND ${adultSql(ctx, alias)}`

/**
 * The people somebody may act for, children first and the eldest of them first, as JSON of
 * `FamilyMember`s; an expression.
 */
export const familySql = (
  ctx: Pick<StudioContext, 'studio' | 'now'>,
  guardianId: string,
): SQL => sql`(
  SELECT json_group_array(json_object('id', one.id, 'name', one.name,
    'called', one.preferred_name, 'age', one.age, 'adult', one.adult)
    ORDER BY one.adult, one.birth_date, one.name)
  FROM (SELECT child.id, child.name, child.preferred_name, child.birth_date, 0 AS adult,
      (replace(${localDate(ctx.now, ctx.studio.timeZone)}, '-', '')
        - replace(child.birth_date, '-', '')) / 10000 AS age
    FROM guardians AS link CROSS JOIN people AS child ON child.id = link.dependant_id
      AND child.studio_id = link.studio_id
    WHERE link.studio_id = ${ctx.studio.id} AND link.guardian_id = ${guardianId}
      AND ${actedForSql(ctx, 'child')}
    UNION ALL
    SELECT grown.id, grown.name, grown.preferred_name, NULL, 1, NULL
    FROM (${agreedSql(ctx, sql`${guardianId}`)}) AS agreed
    CROSS JOIN people AS grown ON grown.id = agreed.person_id
    WHERE grown.studio_id = ${ctx.studio.id} AND grown.archived_at IS NULL
      AND ${adultSql(ctx, 'grown')}) AS one)`

/** The people somebody may act for, in the same order. */
export function familyStatement(ctx: StudioContext, guardianId: string) {
  const rows = sql`SELECT value ->> 'id' AS id, value ->> 'name' AS name,
    value ->> 'called' AS called, value ->> 'age' AS age, value ->> 'adult' AS adult
    FROM json_each(${familySql(ctx, guardianId)})`
  return ctx.db.all<FamilyMember>(rows)
}

/**
 * Somebody and the children they act for, as a SELECT of ids: whose charges they may be asked for.
 * What an adult owes is their own.
 */
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

/** What is done for another: bookings of all kinds, or what only a guardian decides. */
export type Acting = 'books' | 'looks_after'

/**
 * The work of somebody for another: the same context with the other as its person. Each batch it
 * sends asks first whether the one may still act for the other, so that it neither reads nor writes
 * where they may not: then `refused` throws. Oneself is given back as it is.
 */
export function actFor<Ctx extends MemberContext>(
  ctx: Ctx,
  personId: string,
  refused: () => Promise<never>,
  acting: Acting = 'books',
): Ctx {
  const guardianId = ctx.guardianId ?? ctx.person.id
  if (personId === guardianId) return ctx
  return {
    ...ctx,
    db: guardedDb(ctx.db, actsStatement(ctx, guardianId, personId, acting), refused),
    person: { id: personId },
    guardianId,
  }
}

/** A SELECT that fails unless the one may act for the other. */
const actsStatement = (
  ctx: StudioContext,
  guardianId: string,
  personId: string,
  acting: Acting,
) => {
  const agreed = sql`OR EXISTS (SELECT 1 FROM people AS grown
    WHERE grown.studio_id = ${ctx.studio.id} AND grown.id = ${personId}
      AND ${agreedAdultSql(ctx, sql`${guardianId}`, 'grown')})`
  return ctx.db.all(sql`
    SELECT json(iif(EXISTS (
      SELECT 1 FROM guardians AS link CROSS JOIN people AS child ON child.id = link.dependant_id
        AND child.studio_id = link.studio_id
      WHERE link.studio_id = ${ctx.studio.id} AND link.dependant_id = ${personId}
        AND link.guardian_id = ${guardianId} AND ${actedForSql(ctx, 'child')})
      ${acting === 'books' ? agreed : sql``}, '1', 'no')) AS acts`)
}

/** `actFor` for pages, whose reads know no acting account. */
export function viewFor(
  ctx: StudioContext,
  guardianId: string,
  personId: string,
  refused: () => Promise<never>,
): StudioContext {
  return {
    ...ctx,
    db: guardedDb(ctx.db, actsStatement(ctx, guardianId, personId, 'books'), refused),
    guardianId,
  }
}
