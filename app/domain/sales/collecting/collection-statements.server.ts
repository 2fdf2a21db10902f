/** Steps of collecting an invoice, for the batches of those who bill, charge and settle. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { PlannedStep } from './dunning-calendar.ts'

type Ctx = Pick<StudioContext, 'db' | 'studio' | 'now'>

/** The order of somebody's cards: first the one they chose or added last, which is charged. */
export const chargedFirstSql: SQL = sql`coalesce(chosen_at, added_at) DESC, added_at DESC, id`

/** The card that a person is charged by (`chargedFirstSql`). `payer` is an id. */
export const cardOfSql = (column: 'id' | 'customer_ref', studioId: SQL, payer: SQL): SQL => sql`(
  SELECT ${sql.raw(column)} FROM payment_methods AS card
  WHERE card.studio_id = ${studioId} AND card.person_id = ${payer} AND card.removed_at IS NULL
  ORDER BY ${chargedFirstSql} LIMIT 1)`

/**
 * Has a bill charged on the day it is due, where the studio takes payments online and the person who pays it
 * has a card kept. Anyone else pays by hand, as ever.
 */
export const collectBillStatement = (
  { db, studio }: Ctx,
  { invoiceId, membershipId }: { invoiceId: string; membershipId: string },
  written: SQL,
): Statement<D1Result> =>
  db.run(sql`
    INSERT INTO collection_steps (id, studio_id, invoice_id, membership_id, payer_id, kind, n,
      due_on, state)
    SELECT bill.id || ':charge:0', bill.studio_id, bill.id, ${membershipId},
      coalesce(bill.billed_to_id, bill.person_id), 'charge', 0, bill.due_on, 'coming'
    FROM invoices AS bill
    WHERE bill.studio_id = ${studio.id} AND bill.id = ${invoiceId} AND bill.state = 'open'
      AND ${written}
      AND EXISTS (SELECT 1 FROM merchant_accounts AS account
        WHERE account.studio_id = bill.studio_id AND account.state = 'active')
      AND ${cardOfSql('id', sql`bill.studio_id`, sql`coalesce(bill.billed_to_id, bill.person_id)`)}
        IS NOT NULL
    ON CONFLICT DO NOTHING`)

/**
 * The membership that a step holds back now: another than the one it billed, where that was changed
 * to another plan since the step was read.
 */
export const heldBackSql = ({ studio }: Ctx, stepId: string): SQL => sql`(
  SELECT held.membership_id FROM collection_steps AS held
  WHERE held.studio_id = ${studio.id} AND held.id = ${stepId})`

/** Bills of a membership hold back the one that takes its place: it would begin free of the block. */
export const handOnStepsStatement = (
  { db, studio }: Ctx,
  { from, to }: { from: string; to: string },
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE collection_steps SET membership_id = ${to}
    WHERE studio_id = ${studio.id} AND membership_id = ${from} AND ${onlyIf}`)

/** Steps that are planned once a first charge has failed, \`of\`; those there are stay as they are. */
export const planStepsStatement = (
  ctx: Ctx,
  of: { id: string; invoiceId: string; payerId: string },
  steps: readonly PlannedStep[],
  onlyIf: SQL,
): Statement<D1Result> =>
  ctx.db.run(sql`
    INSERT INTO collection_steps (id, studio_id, invoice_id, membership_id, payer_id, kind, n,
      due_on, state)
    SELECT ${of.invoiceId} || ':' || (value ->> 'kind') || ':' || (value ->> 'n'), ${ctx.studio.id},
      ${of.invoiceId}, ${heldBackSql(ctx, of.id)}, ${of.payerId}, value ->> 'kind', value ->> 'n',
      value ->> 'dueOn', 'coming'
    FROM json_each(${JSON.stringify(steps)}) WHERE ${onlyIf}
    ON CONFLICT DO NOTHING`)

/**
 * One more charge of an open invoice, today: staff ask for it, or its payer gave another card.
 * Nothing where one is under way or comes today anyway. `which` is over `invoices AS bill`.
 */
export const chargeOnceMoreStatement = (
  { db, studio }: Ctx,
  { which, by, today }: { which: SQL; by: string; today: LocalDate },
): Statement<D1Result> => {
  const next = sql`(SELECT coalesce(max(one.n) + 1, 0) FROM collection_steps AS one
    WHERE one.studio_id = bill.studio_id AND one.invoice_id = bill.id AND one.kind = 'charge')`
  return db.run(sql`
    INSERT INTO collection_steps (id, studio_id, invoice_id, membership_id, payer_id, kind, n,
      due_on, state, done_by)
    SELECT bill.id || ':charge:' || ${next}, bill.studio_id, bill.id,
      (SELECT step.membership_id FROM collection_steps AS step
        WHERE step.studio_id = bill.studio_id AND step.invoice_id = bill.id
          AND step.membership_id IS NOT NULL LIMIT 1),
      coalesce(bill.billed_to_id, bill.person_id), 'charge', ${next}, ${today}, 'coming', ${by}
    FROM invoices AS bill
    WHERE bill.studio_id = ${studio.id} AND bill.state = 'open' AND ${which}
      AND NOT EXISTS (SELECT 1 FROM collection_steps AS near
        WHERE near.studio_id = bill.studio_id AND near.invoice_id = bill.id
          AND near.kind = 'charge'
          AND (near.state = 'doing' OR near.state = 'coming' AND near.due_on <= ${today}))
    ON CONFLICT DO NOTHING`)
}
