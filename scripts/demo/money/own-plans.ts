/** What the demo studios have of Cadence: Northside pays, Southside tries it. */
import type { Studio } from '#app/domain/scope/studio.ts'
import { monthPrice } from '#app/domain/studios/own-plan/plan-prices.ts'
import { monthsLater } from '#app/values/billing/billing-period.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import type { Row } from '../insert-rows.ts'

type Own = { id: string; studio: Omit<Studio, 'id' | 'state' | 'listed'>; today: LocalDate }

/** Rows of the directory, for both studios. */
export function ownPlanRows(studios: readonly Own[]): Record<string, Row[]> {
  const plans: Row[] = []
  const bills: Row[] = []
  const changes: Row[] = []
  for (const { id, studio, today } of studios) {
    const trial = studio.planState === 'trial'
    const startedOn = trial ? addDays(today, -4) : monthsLater(today, -3)
    const paidUntil = trial ? addDays(startedOn, 29) : addDays(monthsLater(today, 1), -13)
    plans.push({
      studio_id: id,
      plan: studio.plan,
      next_plan: '',
      state: studio.planState,
      started_on: startedOn,
      paid_until: paidUntil,
      trial: trial ? 1 : 0,
      version: 1,
    })
    const change = (kind: string, on: LocalDate, by: string, detail = '') => ({
      id: `${id.slice(0, 8)}${String(changes.length).padStart(4, '0')}`,
      studio_id: id,
      at: `${on}T09:00:00Z`,
      kind,
      state: kind === 'started' ? 'trial' : 'active',
      plan: studio.plan,
      by_name: by,
      detail,
    })
    changes.push(change('started', startedOn, ''))
    if (trial) continue
    const price = monthPrice('studio', studio.currency)
    for (const [i, back] of [2, 1].entries()) {
      const untilDay = monthsLater(paidUntil, -(back - 1))
      const fromDay = addDays(monthsLater(paidUntil, -back), 1)
      bills.push({
        id: `${id.slice(0, 8)}B00${i}`,
        studio_id: id,
        number: 1_001 + i,
        plan: studio.plan,
        from_day: fromDay,
        until_day: untilDay,
        amount_minor: price.amountMinor,
        currency: price.currency,
        issued_on: addDays(fromDay, -7),
        due_on: addDays(fromDay, -1),
        paid_on: addDays(fromDay, -2),
        method: 'bank',
        reference: `Transfer ${4_711 + i}`,
        recorded_by: 'Cadence',
      })
      changes.push(change('paid', addDays(fromDay, -2), 'Cadence', `Transfer ${4_711 + i}`))
    }
  }
  return { studio_plans: plans, studio_plan_invoices: bills, studio_plan_changes: changes }
}
