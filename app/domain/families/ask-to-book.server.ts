/**
 * An adult lets another adult book for them: who books asks by email, or the person offers it to a
 * former guardian. Until the person agrees with an account that has proven the address, nothing of
 * theirs is to be seen; either of the two, or the studio, ends it.
 */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { countTryStatement, isOver } from '#app/domain/identity/limits.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { minorSql } from '#app/domain/people/minor-sql.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import { bookingAsked } from '#app/messages/family/booking-asked.ts'
import { addMinutes } from '#app/values/instant.ts'
import { inForceSql, waitsSql } from './agreement-queries.server.ts'
import { type AskRefusal, adultsAtMost } from './booking-agreement.ts'
import { isGuardianSql } from './family-queries.server.ts'
import { invitationDays } from './guardianship.ts'

export type AskResult = { ok: true; email: string } | { ok: false; reason: AskRefusal }

/**
 * Asks an adult by email whether the member may book for them; `person` is somebody they looked
 * after until they came of age, whose address is looked up. The key makes a double click one letter.
 */
export async function askToBook(
  ctx: MemberContext & { directory: DirectoryDb },
  { key, email: typed, person: formerId }: { key: string; email: string; person: string },
): Promise<AskResult> {
  const { db, studio, person, actor, now } = ctx
  if (!studioLets(studio, 'book_for_adult')) return { ok: false, reason: 'ask_studio' }
  const { tries } = await batch(ctx.directory, {
    tries: countTryStatement(ctx, 'guardianInvitations', person.id),
  })
  if (isOver('guardianInvitations', tries)) return { ok: false, reason: 'too_many' }
  const { me, former } = await batch(db, {
    me: db.all<{ email: string; minor: number; here: number }>(sql`
      SELECT person.email, ${minorSql(ctx)} AS minor, (SELECT count(*)
        FROM booking_agreements AS agreement WHERE agreement.studio_id = ${studio.id}
          AND agreement.booker_id = ${person.id}
          AND (${inForceSql} OR ${waitsSql(now)})) AS here
      FROM people AS person WHERE person.studio_id = ${studio.id} AND person.id = ${person.id}`),
    former: db.all<{ email: string }>(sql`
      SELECT other.email FROM people AS other WHERE other.studio_id = ${studio.id}
        AND other.id = ${formerId} AND ${isGuardianSql(ctx, sql`${person.id}`, sql`other.id`)}`),
  })
  const email = formerId ? (former[0]?.email ?? '') : typed
  if (me[0]?.minor === 1) return { ok: false, reason: 'under_age' }
  if (email === '') return { ok: false, reason: 'no_address' }
  if (email === me[0]?.email) return { ok: false, reason: formerId ? 'no_address' : 'yourself' }
  const agreed = sql`EXISTS (SELECT 1 FROM booking_agreements AS agreement
    JOIN people AS other ON other.studio_id = agreement.studio_id
      AND other.id = agreement.person_id AND other.email = ${email}
    WHERE agreement.studio_id = ${studio.id} AND agreement.booker_id = ${person.id}
      AND ${inForceSql})`
  const written = sql`EXISTS (SELECT 1 FROM booking_agreements AS agreement
    WHERE agreement.studio_id = ${studio.id} AND agreement.id = ${key}
      AND agreement.booker_id = ${person.id})`
  const { open } = await batch(db, {
    tooOld: db.run(sql`
      DELETE FROM booking_agreements WHERE studio_id = ${studio.id} AND agreed_at IS NULL
        AND ended_at IS NULL AND expires_at <= ${now}`),
    ask: db.run(sql`
      INSERT INTO booking_agreements (id, studio_id, booker_id, email, expires_at, created_at)
      SELECT ${key}, ${studio.id}, ${person.id}, ${email},
        ${addMinutes(now, invitationDays * 1440)}, ${now}
      WHERE NOT ${agreed} AND (SELECT count(*) FROM booking_agreements AS agreement
        WHERE agreement.studio_id = ${studio.id} AND agreement.booker_id = ${person.id}
          AND (${inForceSql} OR ${waitsSql(now)})) < ${adultsAtMost}
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      { action: 'booking_agreement.asked', subjectKind: 'person', subjectId: person.id },
      rightAfterChange,
    ),
    mail: queueStatement(
      db,
      {
        studioId: studio.id,
        dedupeKey: `booking-asked:${key}`,
        to: email,
        kind: 'booking-asked',
        letter: bookingAsked({
          studio,
          origin: ctx.origin,
          email,
          days: invitationDays,
          askedBy: actor.name,
        }),
      },
      ctx.nowMs,
      written,
    ),
    open: db.all<{ mine: number; agreed: number; asked: number }>(sql`
      SELECT ${written} AS mine, ${agreed} AS agreed, EXISTS (
        SELECT 1 FROM booking_agreements AS agreement WHERE agreement.studio_id = ${studio.id}
          AND agreement.booker_id = ${person.id} AND agreement.email = ${email}
          AND ${waitsSql(now)}) AS asked`),
  })
  const [facts] = open
  if (facts?.mine === 1) return { ok: true, email }
  if (facts?.agreed === 1) return { ok: false, reason: 'already_agreed' }
  return { ok: false, reason: facts?.asked === 1 ? 'already_asked' : 'too_many_adults' }
}
