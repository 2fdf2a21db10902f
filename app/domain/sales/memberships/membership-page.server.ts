import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  billingSettingsStatement,
  settingsFrom,
} from '#app/domain/billing/settings/billing-settings.server.ts'
import {
  billedByHand,
  type HeldPlanRow,
  heldPlanStatement,
  toHeldPlan,
} from '#app/domain/entitlements/held-plans.server.ts'
import { comingBills } from '#app/domain/entitlements/membership-terms.ts'
import { plansOnSaleStatement } from '#app/domain/entitlements/offer-queries.server.ts'
import { personStatement } from '#app/domain/people/person-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  type ShellViewer,
  shellStatements,
  toShell,
} from '#app/domain/studios/shell-queries.server.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { localDate } from '#app/values/zone.ts'
import { frozenInYear } from '../quotes/quote-freeze.ts'
import { type CoolingOff, coolingOffUntil } from '../quotes/quote-withdraw.ts'
import { coolingOf } from './cooling-off.ts'
import { actsLeft } from './membership-acts.ts'

export type ChargedRow = {
  id: string
  working: string
  amountMinor: number
  state: string
  periodFrom: LocalDate | null
  periodUntil: LocalDate | null
  invoiceId: string | null
  reference: string | null
}

/** Lines of bills that its page shows, newest first. */
const newestLines = 24

/** One membership with its bills, and the plans it could change to. One trip; null: not theirs. */
export async function membershipPage(
  ctx: StudioContext,
  personId: string,
  membershipId: string,
  viewer: ShellViewer = null,
) {
  const { db, studio, now } = ctx
  const answer = await batch(db, {
    ...shellStatements(ctx, viewer),
    rows: heldPlanStatement(ctx, personId, membershipId),
    person: personStatement(ctx, personId),
    charged: db.all<ChargedRow>(sql`
      SELECT item.id, item.working, item.amount_minor AS amountMinor, item.state,
        item.period_from AS periodFrom, item.period_until AS periodUntil,
        item.invoice_id AS invoiceId, invoice.reference
      FROM open_items AS item LEFT JOIN invoices AS invoice ON invoice.id = item.invoice_id
      WHERE item.studio_id = ${studio.id} AND item.subject_id = ${membershipId}
        AND item.state <> 'void'
      ORDER BY item.created_at DESC, item.rowid LIMIT ${newestLines}`),
    plans: plansOnSaleStatement(ctx),
    settings: billingSettingsStatement(ctx),
  })
  const [row] = answer.rows
  const [person] = answer.person
  if (!row || !person) return null
  return {
    shell: toShell(answer, viewer),
    row,
    person,
    charged: answer.charged,
    plans: answer.plans.filter(({ id, name }) => id !== row.planId && name !== row.name),
    ...standing(
      row,
      localDate(now, studio.timeZone),
      coolingOf(ctx, row, settingsFrom(ctx, answer.settings), 0),
    ),
  }
}

/** How a membership stands: what comes, and what can be done about it. */
export function standing(row: HeldPlanRow, today: LocalDate, cooling: CoolingOff | null = null) {
  const held = toHeldPlan(row)
  const byHand = billedByHand(row)
  const over = ['cancelled', 'expired', 'superseded', 'pending_payment'].includes(row.state)
  const freeze = held.freezes.find(({ until }) => until === null || until >= today) ?? null
  const year = today.slice(0, 4)
  const changing = row.supersededBy !== null
  const { leaving, unpaid } = actsLeft({ state: row.state, changing, endsOn: row.endsOn })
  const coolingUntil = cooling && coolingOffUntil(cooling)
  return {
    held,
    byHand,
    over,
    /** The last day on which everything comes back; null where that is over. */
    coolingUntil: coolingUntil && coolingUntil >= today ? coolingUntil : null,
    /** Running or planned. */
    freeze,
    freezeDaysLeft: Math.max(0, held.terms.freeze.mostDays - frozenInYear(held.freezes, year)),
    coming: byHand || over || changing ? [] : comingBills(held, 3),
    can: {
      freeze: !over && freeze === null && !changing && held.terms.freeze.mostDays > 0,
      unfreeze: !over && freeze !== null,
      change: !over && !byHand && !leaving && !unpaid && freeze === null,
      cancel: !over && !leaving,
      withdraw: !over && !byHand && !changing && coolingUntil !== null && today <= coolingUntil,
      keep: !over && leaving,
      bill: !over && byHand,
    },
  }
}
