/** An adult answers who would book for them, or offers it to a former guardian. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { provenEmailSql } from '#app/domain/identity/accounts/proven-email.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { adultSql, minorSql } from '#app/domain/people/minor-sql.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import { paths } from '#app/paths.ts'
import { inForceSql, pairSql, waitsSql } from './agreement-queries.server.ts'
import type { Answering } from './answer-invitation.server.ts'
import { agreementWords, type agreeRefusalWords } from './booking-agreement.ts'
import { isGuardianSql } from './family-queries.server.ts'

export type AgreeResult =
  | { ok: true; booker: string }
  | { ok: false; reason: keyof typeof agreeRefusalWords }

/** The name of who would book. */
const bookerNameSql = sql`(SELECT booker.name FROM people AS booker
  WHERE booker.studio_id = agreement.studio_id AND booker.id = agreement.booker_id
    AND booker.archived_at IS NULL)`

/** Says yes to who asked; the words that were read are kept with it. Twice is once. */
export async function agreeToBooking(ctx: Answering, agreementId: string): Promise<AgreeResult> {
  const { db, studio, person, actor, email, now } = ctx
  if (!studioLets(studio, 'book_for_adult')) return { ok: false, reason: 'gone' }
  const { proven } = await batch(ctx.directory, {
    proven: ctx.directory.all<{ proven: number }>(
      sql`SELECT ${provenEmailSql({ userId: actor.userId, email })} AS proven`,
    ),
  })
  const { asked, me } = await batch(db, {
    asked: db.all<{ bookerId: string; booker: string | null; mine: number }>(sql`
      SELECT agreement.booker_id AS bookerId, ${bookerNameSql} AS booker,
        agreement.person_id IS ${person.id} AND ${inForceSql} AS mine
      FROM booking_agreements AS agreement
      WHERE agreement.studio_id = ${studio.id} AND agreement.id = ${agreementId}
        AND (agreement.email = ${email} AND ${waitsSql(now)}
          OR agreement.person_id = ${person.id} AND ${inForceSql})`),
    me: db.all<{ minor: number }>(sql`
      SELECT ${minorSql(ctx)} AS minor FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.id = ${person.id}`),
  })
  const [row] = asked
  if (!row?.booker || row.bookerId === person.id) return { ok: false, reason: 'gone' }
  if (row.mine === 1) return { ok: true, booker: row.booker }
  if (proven[0]?.proven !== 1) return { ok: false, reason: 'unproven' }
  if (me[0]?.minor === 1) return { ok: false, reason: 'under_age' }
  const there = pairSql(ctx, row.bookerId, person.id)
  const { stands } = await batch(db, {
    agree: db.run(sql`
      UPDATE booking_agreements AS agreement SET person_id = ${person.id}, agreed_at = ${now},
        email = '', expires_at = NULL, said = ${agreementWords(row.booker)}
      WHERE agreement.studio_id = ${studio.id} AND agreement.id = ${agreementId}
        AND agreement.email = ${email} AND ${waitsSql(now)} AND NOT ${there}`),
    audit: auditStatement(
      ctx,
      {
        action: 'booking_agreement.agreed',
        subjectKind: 'person',
        subjectId: person.id,
        detail: { bookerId: row.bookerId },
      },
      rightAfterChange,
    ),
    // An answer to a second letter, where the first was agreed to.
    over: db.run(sql`
      DELETE FROM booking_agreements WHERE studio_id = ${studio.id} AND booker_id = ${row.bookerId}
        AND email = ${email} AND agreed_at IS NULL AND ended_at IS NULL AND ${there}`),
    told: noticeStatement(
      ctx,
      {
        personId: row.bookerId,
        dedupeKey: `booking-agreed:${agreementId}`,
        kind: 'booking-agreed',
        text: `${actor.name} has agreed: you can book for them now.`,
        path: paths.portalFamily(studio),
      },
      there,
    ),
    stands: db.all<{ there: number }>(sql`SELECT ${there} AS there`),
  })
  return stands[0]?.there === 1 ? { ok: true, booker: row.booker } : { ok: false, reason: 'gone' }
}

/** Says no: who asked is told, and the address is forgotten. Twice is once. */
export async function declineBooking(ctx: Answering, agreementId: string): Promise<void> {
  const { db, studio, person, email, now } = ctx
  const asker = sql`(SELECT booker_id FROM booking_agreements
    WHERE studio_id = ${studio.id} AND id = ${agreementId})`
  await batch(db, {
    decline: db.run(sql`
      UPDATE booking_agreements AS agreement SET ended_at = ${now}, ended_by = 'person', email = '',
        person_id = ${person.id}
      WHERE agreement.studio_id = ${studio.id} AND agreement.id = ${agreementId}
        AND agreement.email = ${email} AND ${waitsSql(now)}`),
    told: noticeStatement(
      ctx,
      {
        personId: asker,
        dedupeKey: `booking-declined:${agreementId}`,
        kind: 'booking-declined',
        text: `${email} has declined: they book for themselves.`,
        path: paths.portalFamily(studio),
      },
      rightAfterChange,
    ),
  })
}

/**
 * Somebody who has come of age lets a former guardian go on booking for them, without being asked.
 * Twice is once; false where that person was no guardian of theirs.
 */
export async function letFormerGuardianBook(
  ctx: MemberContext,
  { key, bookerId }: { key: string; bookerId: string },
): Promise<boolean> {
  const { db, studio, person, actor, now } = ctx
  if (!studioLets(studio, 'book_for_adult')) return false
  const there = pairSql(ctx, bookerId, person.id)
  const { stands } = await batch(db, {
    agree: db.run(sql`
      INSERT INTO booking_agreements (id, studio_id, booker_id, person_id, said, agreed_at, created_at)
      SELECT ${key}, ${studio.id}, booker.id, person.id,
        replace(${agreementWords('{booker}')}, '{booker}', booker.name), ${now}, ${now}
      FROM people AS booker JOIN people AS person ON person.studio_id = booker.studio_id
        AND person.id = ${person.id} AND ${adultSql(ctx, 'person')}
      WHERE booker.studio_id = ${studio.id} AND booker.id = ${bookerId}
        AND booker.archived_at IS NULL
        AND ${isGuardianSql(ctx, sql`${bookerId}`, sql`${person.id}`)}
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'booking_agreement.agreed',
        subjectKind: 'person',
        subjectId: person.id,
        detail: { bookerId },
      },
      rightAfterChange,
    ),
    told: noticeStatement(
      ctx,
      {
        personId: bookerId,
        dedupeKey: `booking-agreed:${key}`,
        kind: 'booking-agreed',
        text: `${actor.name} has agreed: you can book for them now.`,
        path: paths.portalFamily(studio),
      },
      there,
    ),
    stands: db.all<{ there: number }>(sql`SELECT ${there} AS there`),
  })
  return stands[0]?.there === 1
}
