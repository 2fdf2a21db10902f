/** Giving and withdrawing consents in someone's batch, and who may be written to. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import { minorSql } from '../minor-sql.server.ts'
import type { ConsentKind, ConsentRow } from './consent-words.ts'
import { hasNumberSql, keptAddressesSql, reachedAtSql } from './unreachable-sql.server.ts'

export type NewConsent = ConsentKind & {
  /** The person's id, or an expression that answers it when the batch runs. */
  personId: string | SQL
  given: boolean
  /** The version of the text they saw; null where there was none. */
  textId: string | null
  source: ConsentRow['source']
  sourceRef?: string
  byName: string
}

/** Whether the latest word of `people AS person` on a consent is yes; none is no (R16). */
export const consentedSql = ({ channel, purpose }: ConsentKind): SQL => sql`
  coalesce((SELECT consent.given FROM consents AS consent
    WHERE consent.studio_id = person.studio_id AND consent.person_id = person.id
      AND consent.channel = ${channel} AND consent.purpose = ${purpose}
    ORDER BY consent.seq DESC LIMIT 1), 0) = 1`

/**
 * Whether news and offers may be sent to `people AS person` by a channel: they are of age (R17), they
 * said yes, and their address is not suppressed. What somebody needs (receipts, changes of a class)
 * never asks this.
 */
export const mayMarketSql = (
  ctx: Pick<StudioContext, 'studio' | 'now'>,
  channel: 'email' | 'sms',
): SQL => sql`(
  person.do_not_contact_at IS NULL AND NOT ${minorSql(ctx)}
  AND ${consentedSql({ channel, purpose: 'marketing' })}
  AND NOT EXISTS (SELECT 1 FROM suppressions AS suppression
    WHERE suppression.studio_id = person.studio_id AND suppression.channel = ${channel}
      AND suppression.address IN ${keptAddressesSql(ctx, channel)}))`

/**
 * Writes down a yes or a no, unless it is what they said last, of the same version. Both batches
 * that give the same find one row. `onlyIf` must hold when the batch runs.
 */
export function consentStatement(
  { db, studio, now }: StudioContext,
  consent: NewConsent,
  onlyIf: SQL = sql`1`,
): Statement<D1Result> {
  const { personId, channel, purpose, given, textId, source, sourceRef = '', byName } = consent
  return db.run(sql`
    INSERT INTO consents (id, studio_id, person_id, channel, purpose, given, text_id, source,
      source_ref, by_name, at)
    SELECT ${newId()}, ${studio.id}, person.id, ${channel}, ${purpose}, ${given ? 1 : 0},
      ${textId}, ${source}, ${sourceRef}, ${byName}, ${now}
    FROM people AS person
    WHERE person.studio_id = ${studio.id} AND person.id = ${personId} AND ${onlyIf}
      AND coalesce((SELECT latest.given || ' ' || coalesce(latest.text_id, '') FROM consents AS latest
        WHERE latest.studio_id = person.studio_id AND latest.person_id = person.id
          AND latest.channel = ${channel} AND latest.purpose = ${purpose}
        ORDER BY latest.seq DESC LIMIT 1), '0 ') <> ${`${given ? 1 : 0} ${textId ?? ''}`}`)
}

/**
 * Whether `people AS person` must not be in published photos: they are under age and nobody said
 * yes for them, or the last word was a no.
 */
export const noPhotosSql = (ctx: Pick<StudioContext, 'studio' | 'now'>): SQL => sql`
  NOT coalesce((SELECT consent.given FROM consents AS consent
    WHERE consent.studio_id = person.studio_id AND consent.person_id = person.id
      AND consent.channel = 'any' AND consent.purpose = 'photos'
    ORDER BY consent.seq DESC LIMIT 1), NOT ${minorSql(ctx)})`

/**
 * Ends every yes of a person on their eighteenth birthday, for the batch of it: they are asked again.
 * `onlyIf` must hold when the batch runs, of each consent `yes`.
 */
export const endConsentsStatement = (
  { db, studio, now }: StudioContext,
  personId: string,
  onlyIf: SQL,
  source: 'age' | 'minor' = 'age',
): Statement<D1Result> =>
  db.run(sql`
    INSERT INTO consents (id, studio_id, person_id, channel, purpose, given, source, by_name, at)
    SELECT lower(hex(randomblob(8))), yes.studio_id, yes.person_id, yes.channel, yes.purpose, 0,
      ${source}, '', ${now}
    FROM consents AS yes
    WHERE yes.studio_id = ${studio.id} AND yes.person_id = ${personId} AND yes.given = 1
      AND ${onlyIf} AND NOT EXISTS (SELECT 1 FROM consents AS later
        WHERE later.studio_id = yes.studio_id AND later.person_id = yes.person_id
          AND later.channel = yes.channel AND later.purpose = yes.purpose AND later.seq > yes.seq)`)

/**
 * Ends a yes to boards that somebody under age said themselves, before their date of birth was known:
 * a guardian says it for them (R17).
 */
export const endOwnBoardsStatement = (ctx: StudioContext, personId: string): Statement<D1Result> =>
  endConsentsStatement(
    ctx,
    personId,
    sql`yes.purpose = 'boards' AND yes.source = 'person' AND EXISTS (
      SELECT 1 FROM people AS person WHERE person.studio_id = yes.studio_id
        AND person.id = yes.person_id AND ${minorSql(ctx)})`,
    'minor',
  )

/** Puts a person's address among those that are not written to; twice is once. */
export function suppressStatement(
  ctx: StudioContext,
  personId: string,
  { channel, why }: { channel: 'email' | 'sms'; why: 'unsubscribed' | 'withdrawn' },
): Statement<D1Result> {
  const { db, studio, now } = ctx
  return db.run(sql`
    INSERT INTO suppressions (studio_id, channel, address, why, at)
    SELECT ${studio.id}, ${channel}, ${reachedAtSql(ctx, channel)}, ${why}, ${now}
    FROM people AS person
    WHERE person.studio_id = ${studio.id} AND person.id = ${personId}
      AND ${reachedAtSql(ctx, channel)} <> ''
    ON CONFLICT DO NOTHING`)
}

/** The same of an address itself, no matter who has it: mail to it came back, or its holder said stop. */
export const suppressAddressStatement = (
  { db, studio, now }: Pick<StudioContext, 'db' | 'studio' | 'now'>,
  {
    channel,
    address,
    why,
  }: { channel: 'email' | 'sms'; address: string; why: 'bounced' | 'unsubscribed' },
): Statement<D1Result> =>
  db.run(sql`
    INSERT INTO suppressions (studio_id, channel, address, why, at)
    VALUES (${studio.id}, ${channel}, ${address}, ${why}, ${now}) ON CONFLICT DO NOTHING`)

/** Ends it for a number, but never a "do not contact"; also as the person who has the number wrote it. */
export const liftNumberStatement = (
  ctx: Pick<StudioContext, 'db' | 'studio'>,
  number: string,
): Statement<D1Result> =>
  ctx.db.run(sql`
    DELETE FROM suppressions WHERE studio_id = ${ctx.studio.id} AND channel = 'sms'
      AND why <> 'do_not_contact' AND (address = ${number} OR address IN (
        SELECT person.phone FROM people AS person
        WHERE person.studio_id = ${ctx.studio.id} AND ${hasNumberSql(ctx, number)}))`)

/** A new yes ends what an earlier no has suppressed, but never a "do not contact". */
export function liftSuppressionStatement(
  ctx: StudioContext,
  personId: string | SQL,
  channel: 'email' | 'sms',
  onlyIf: SQL = sql`1`,
): Statement<D1Result> {
  const { db, studio } = ctx
  return db.run(sql`
    DELETE FROM suppressions WHERE studio_id = ${studio.id} AND channel = ${channel}
      AND why <> 'do_not_contact' AND ${onlyIf}
      AND EXISTS (SELECT 1 FROM people AS person
        WHERE person.studio_id = ${studio.id} AND person.id = ${personId}
          AND suppressions.address IN ${keptAddressesSql(ctx, channel)})`)
}

/** What a person said, newest first. */
export function consentsStatement(
  { db, studio }: StudioContext,
  personId: string | SQL,
): Statement<ConsentRow[]> {
  return db.all<ConsentRow>(sql`
    SELECT consent.id, consent.channel, consent.purpose, consent.given, consent.source,
      consent.by_name AS byName, consent.at, text.version, text.text
    FROM consents AS consent
    LEFT JOIN consent_texts AS text ON text.id = consent.text_id
    WHERE consent.studio_id = ${studio.id} AND consent.person_id = ${personId}
    ORDER BY consent.seq DESC LIMIT 100`)
}
