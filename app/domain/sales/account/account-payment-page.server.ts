import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  creditPaidOutSql,
  payableCreditSql,
} from '#app/domain/billing/invoices/pay-out-credit.server.ts'
import { accountCreditSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import {
  billingSettingsStatement,
  settingsFrom,
} from '#app/domain/billing/settings/billing-settings.server.ts'
import type { BillingSettings } from '#app/domain/billing/settings/billing-settings.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { dayShortTime, money } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

type ChargeRow = {
  id: string
  reference: string | null
  working: string
  lines: number
  minor: number
}

type FeeRow = {
  id: string
  kind: 'late_cancel' | 'no_show'
  minor: number
  title: string
  localStart: LocalDateTime
  whose: string
}

export type AccountPaymentPage = {
  person: { id: string; name: string }
  /** What can be paid, oldest first: `value` is that of the form. */
  choices: { value: string; what: string; amount: string }[]
  totalMinor: number
  creditMinor: number
  /** What of the credit may be paid out in money, and what was paid out of it today. */
  payableMinor: number
  paidOutMinor: number
  settings: BillingSettings
}

/**
 * What a person can pay at the desk: their open invoices, what stands on none yet, and fees that
 * may still be waived, those of the children they booked for included. One trip. Null where the
 * studio has no such person.
 */
export async function accountPaymentPage(
  ctx: StudioContext,
  personId: string,
): Promise<AccountPaymentPage | null> {
  const { db, studio } = ctx
  const { people, charges, fees, settings } = await batch(db, {
    settings: billingSettingsStatement(ctx),
    people: db.all<
      { id: string; name: string } & Pick<
        AccountPaymentPage,
        'creditMinor' | 'payableMinor' | 'paidOutMinor'
      >
    >(sql`
      SELECT person.id, person.name,
        ${accountCreditSql(sql`person.studio_id`, sql`person.id`)} AS creditMinor,
        ${payableCreditSql(ctx, sql`person.id`)} AS payableMinor,
        ${creditPaidOutSql(ctx, sql`person.id`)} AS paidOutMinor
      FROM people AS person WHERE person.studio_id = ${studio.id} AND person.id = ${personId}`),
    // What one act charged is one invoice, whether it has its number yet or not.
    charges: db.all<ChargeRow>(sql`
      SELECT min(item.id) AS id,
        (SELECT invoice.reference FROM invoices AS invoice WHERE invoice.id = item.invoice_id)
          AS reference,
        item.working, count(*) AS lines, sum(item.amount_minor - item.paid_minor) AS minor
      FROM open_items AS item
      WHERE item.studio_id = ${studio.id} AND item.person_id = ${personId}
        AND item.state = 'open' AND NOT (item.amount_minor < 0 AND item.kind = 'refund')
      GROUP BY coalesce(item.invoice_id, item.created_at) HAVING minor > 0
      ORDER BY min(item.created_at) LIMIT 40`),
    fees: db.all<FeeRow>(sql`
      SELECT fee.id, fee.kind, fee.amount_minor AS minor, class_type.name AS title,
        o.local_start AS localStart,
        CASE WHEN fee.person_id = ${personId} THEN '' ELSE whose.name END AS whose
      FROM fees AS fee JOIN bookings AS b ON b.id = fee.booking_id
      JOIN occurrences AS o ON o.id = b.occurrence_id
      JOIN class_types AS class_type ON class_type.id = o.class_type_id
      JOIN people AS whose ON whose.id = fee.person_id
      WHERE fee.studio_id = ${studio.id} AND fee.state = 'pending'
        AND fee.person_id IN (SELECT ${personId} UNION SELECT relation.dependant_id
          FROM guardians AS relation WHERE relation.studio_id = ${studio.id}
            AND relation.guardian_id = ${personId})
        AND coalesce(b.guardian_id, fee.person_id) = ${personId}
      ORDER BY fee.due_at LIMIT 20`),
  })
  const [found] = people
  if (!found) return null
  const { creditMinor, payableMinor, paidOutMinor, ...person } = found
  const sum = (minor: number) => money(minor, studio.currency, studio.locale)
  return {
    person,
    choices: [
      ...charges.map(({ id, reference, working, lines, minor }) => ({
        value: `item.${id}.${minor}`,
        what: [
          lines > 1 ? `${working} and ${lines - 1} more` : working,
          reference && `invoice ${reference}`,
        ]
          .filter(Boolean)
          .join(', '),
        amount: sum(minor),
      })),
      ...fees.map(({ id, kind, minor, title, localStart, whose }) => ({
        value: `fee.${id}.${minor}`,
        what:
          `${kind === 'no_show' ? 'No-show fee' : 'Late-cancel fee'}${whose && ` of ${whose}`}: ` +
          `${title}, ${dayShortTime(localStart, studio.locale)}`,
        amount: sum(minor),
      })),
    ],
    totalMinor: [...charges, ...fees].reduce((all, { minor }) => all + minor, 0),
    creditMinor,
    payableMinor,
    paidOutMinor,
    settings: settingsFrom(ctx, settings),
  }
}
