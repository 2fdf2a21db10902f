import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { KeptMethod, PaymentFacts } from '../provider.ts'
import { type AttemptRow, aliveSql } from './attempt-queries.server.ts'

type Ctx = Pick<StudioContext, 'db' | 'studio' | 'now'>

/**
 * Notes how a payment stands at the provider: only of an attempt that is alive, so what was settled
 * stays as it is, in whatever order the provider tells. What the payer had kept is kept.
 */
export function attemptFactsStatements(
  { db, studio, now }: Ctx,
  attempt: Pick<AttemptRow, 'id' | 'personId'>,
  facts: PaymentFacts,
) {
  const { state, code, paymentRef, customerRef, kept, amountMinor } = facts
  const over = state === 'succeeded' || state === 'failed' || state === 'cancelled'
  return {
    state: db.run(sql`
      UPDATE payment_attempts SET state = ${state}, code = ${code},
        payment_ref = coalesce(${paymentRef}, payment_ref),
        amount_minor = CASE WHEN ${state} = 'succeeded' AND ${amountMinor} > 0
          THEN ${amountMinor} ELSE amount_minor END,
        method_id = coalesce(${kept?.ref ?? null}, method_id),
        settled_at = ${over ? now : null}, asked_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${attempt.id} AND ${aliveSql}`),
    ...(kept && customerRef && state === 'succeeded'
      ? {
          customer: db.run(sql`
            INSERT INTO payment_customers (studio_id, person_id, customer_ref, created_at)
            VALUES (${studio.id}, ${attempt.personId}, ${customerRef}, ${now})
            ON CONFLICT (studio_id, person_id) DO NOTHING`),
        }
      : {}),
    ...(kept && customerRef && state === 'succeeded'
      ? { kept: keepMethodStatement({ db, studio, now }, attempt.personId, customerRef, kept) }
      : {}),
  }
}

/** Keeps a card of a person, once. */
const keepMethodStatement = (
  { db, studio, now }: Ctx,
  personId: string,
  customerRef: string,
  kept: KeptMethod,
) =>
  db.run(sql`
    INSERT INTO payment_methods (id, studio_id, person_id, customer_ref, kind, brand, last4,
      end_month, end_year, fingerprint, added_at)
    VALUES (${kept.ref}, ${studio.id}, ${personId}, ${customerRef}, ${kept.kind}, ${kept.brand},
      ${kept.last4}, ${kept.endMonth}, ${kept.endYear}, ${kept.fingerprint}, ${now})
    ON CONFLICT (id) DO NOTHING`)

/**
 * A try to charge a kept card, before the provider is asked, where `onlyIf` holds and nothing else
 * of the same is alive.
 */
export const savedAttemptStatement = (
  { db, studio, now }: Ctx,
  of: Pick<
    AttemptRow,
    'id' | 'personId' | 'purpose' | 'subjectId' | 'what' | 'amountMinor' | 'currency'
  > & { methodId: string },
  onlyIf: SQL,
) =>
  db.run(sql`
    INSERT INTO payment_attempts (id, studio_id, person_id, purpose, subject_id, what,
      amount_minor, currency, state, channel, method_id, created_at, created_by, expires_at)
    SELECT ${of.id}, ${studio.id}, ${of.personId}, ${of.purpose}, ${of.subjectId}, ${of.what},
      ${of.amountMinor}, ${of.currency}, 'created', 'saved', ${of.methodId}, ${now}, '', ${now}
    WHERE ${of.amountMinor} > 0 AND ${onlyIf}
    ON CONFLICT DO NOTHING`)

/** Ends an attempt that nobody can pay by any more. */
export const endAttemptStatement = (
  { db, studio, now }: Ctx,
  attemptId: string,
  state: 'cancelled' | 'failed',
  code: string | null = null,
) =>
  db.run(sql`
    UPDATE payment_attempts SET state = ${state}, code = ${code}, settled_at = ${now}
    WHERE studio_id = ${studio.id} AND id = ${attemptId} AND ${aliveSql}`)

/** The attempt was paid and its money is not booked yet. */
export const toBookSql = (studioId: string, attemptId: string): SQL => sql`EXISTS (
  SELECT 1 FROM payment_attempts AS paid WHERE paid.studio_id = ${studioId}
    AND paid.id = ${attemptId} AND paid.state = 'succeeded' AND paid.booked_at IS NULL)`

/** Its money is booked: the last of the batch that does so. */
export const attemptBookedStatement = (
  { db, studio, now }: Ctx,
  attemptId: string,
  invoiceId: string | null,
) =>
  db.run(sql`
    UPDATE payment_attempts SET booked_at = ${now}, invoice_id = ${invoiceId}
    WHERE studio_id = ${studio.id} AND id = ${attemptId} AND state = 'succeeded'
      AND booked_at IS NULL`)

/** Keeps that a webhook came, with what it brought about. */
export const eventStatement = ({ db, studio, now }: Ctx, event: { id: string; kind: string }) =>
  db.run(sql`
    INSERT INTO provider_events (id, studio_id, kind, received_at)
    VALUES (${event.id}, ${studio.id}, ${event.kind}, ${now}) ON CONFLICT (id) DO NOTHING`)
