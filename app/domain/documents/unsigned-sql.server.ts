/**
 * What someone still has to sign before they book, as fragments for other contexts' statements and
 * guards. Signatures count from the version that last asked again; a guardian's end on the
 * eighteenth birthday (R17).
 */
import { type SQL, sql } from 'drizzle-orm'
import { adultSql, minorSql } from '#app/domain/people/minor-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

type Ctx = Pick<StudioContext, 'studio' | 'now'>

/**
 * `FROM … WHERE …` of the documents (`document`) that stand between `person`, an alias of people,
 * and a booking. Signatures count from the version `countsFrom` on: by default the one that booking
 * asks for now; at the door any version will do, since a new one asks at the next booking only.
 * `which` picks other documents than those that bookings ask for.
 */
export function unsignedFromSql(
  ctx: Ctx,
  person: string,
  countsFrom = sql`document.counts_from`,
  which = sql`document.blocks_booking = 1`,
): SQL {
  const minor = minorSql(ctx, person)
  return sql`FROM documents AS document
    WHERE document.studio_id = ${ctx.studio.id} AND ${which}
      AND document.archived_at IS NULL
      AND CASE document.audience WHEN 'adults' THEN NOT ${minor} WHEN 'minors' THEN ${minor}
        ELSE 1 END
      AND NOT EXISTS (SELECT 1 FROM signatures AS signature
        WHERE signature.studio_id = document.studio_id
          AND signature.person_id = ${sql.raw(person)}.id
          AND signature.document_id = document.id AND signature.number >= ${countsFrom}
          AND signature.withdrawn_at IS NULL
          AND (signature.signed_as = 'self' OR ${minor}
            OR ${sql.raw(`${person}.birth_date IS NULL AND ${person}.user_id IS NULL`)}))`
}

/** The first of them as JSON (`Unsigned`), null where everything is signed. */
export const firstUnsignedSql = (ctx: Ctx, person: string): SQL => sql`(
  SELECT json_object('documentId', document.id, 'name', document.name,
    'guardian', iif(${minorSql(ctx, person)}, json('true'), json('false')),
    'adult', iif(${adultSql(ctx, person)}, json('true'), json('false')))
  ${unsignedFromSql(ctx, person)} ORDER BY document.created_at, document.id LIMIT 1)`

/** Guard: the person has signed everything that booking asks for. */
export const signedSql = (ctx: Ctx, personId: string): SQL => sql`NOT EXISTS (
  SELECT 1 FROM people AS signer WHERE signer.studio_id = ${ctx.studio.id}
    AND signer.id = ${personId} AND EXISTS (SELECT 1 ${unsignedFromSql(ctx, 'signer')}))`

/** The person has signed document `documentId`, or it is not for them or archived. */
export const signedDocumentSql = (
  ctx: Ctx,
  personId: string,
  documentId: SQL,
): SQL => sql`NOT EXISTS (
  SELECT 1 FROM people AS signer WHERE signer.studio_id = ${ctx.studio.id}
    AND signer.id = ${personId} AND EXISTS (
      SELECT 1 ${unsignedFromSql(ctx, 'signer', undefined, sql`document.id = ${documentId}`)}))`
