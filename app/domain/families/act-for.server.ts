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
  SELECT person_id FROM booking_agreements
  WHERE studio_id = ${studio.id} AND booker_id = ${bookerId} AND agreed_at IS NOT NULL
    AND ended_at IS NULL AND person_id <> booker_id
    AND ${studioLets(studio, 'book_for_adult') ? 1 : 0}`

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
  SELECT json_group_array(json_object('id', id, 'name', name,
    'called', preferred_name, 'age', age, 'adult', adult)
    ORDER BY adult, birth_date, name)
  FROM (SELECT c.id, c.name, c.preferred_name, c.birth_date, 0 AS adult,
      (replace(${localDate(ctx.now, ctx.studio.timeZone)}, '-', '')
        - replace(c.birth_date, '-', '')) / 10000 AS age
    FROM guardians AS l CROSS JOIN people AS c ON c.id = dependant_id
      AND c.studio_id = l.studio_id
    WHERE l.studio_id = ${ctx.studio.id} AND guardian_id = ${guardianId}
      AND ${actedForSql(ctx, 'c')}
    UNION ALL
    SELECT g.id, g.name, g.preferred_name, NULL, 1, NULL
    FROM (${agreedSql(ctx, sql`${guardianId}`)})
    CROSS JOIN people AS g ON g.id = person_id
    WHERE g.studio_id = ${ctx.studio.id} AND g.archived_at IS NULL
      AND ${adultSql(ctx, 'g')}))`

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
