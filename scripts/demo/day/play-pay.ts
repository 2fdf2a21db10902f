/** Pay of a demo studio: rules since it opened, last month locked, and a correction since. */
import { sql } from 'drizzle-orm'
import { reverseOutcome } from '#app/domain/bookings/roster/reverse-outcome.server.ts'
import type { Actor } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addPayLine } from '#app/domain/staff-pay/change-pay-lines.server.ts'
import { monthBefore, monthOf } from '#app/domain/staff-pay/pay-month.ts'
import { lockPay, markPaid, reviewPay } from '#app/domain/staff-pay/pay-run.server.ts'
import { savePayRule, savePaySettings } from '#app/domain/staff-pay/save-pay-rule.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import { localDate } from '#app/values/zone.ts'
import { openedAt } from '../build-setting.ts'
import type { Player } from '../player.ts'
import { Chance } from '../random.ts'

const rule = {
  classTypeId: '',
  amountMinor: 0,
  leastMinor: 0,
  tiers: [],
  counts: 'attended',
} as const

/** Everyone is paid in steps, one coach by the hour, another a sum of their own. */
export function playPay(player: Player, slug: string): void {
  const chance = new Chance(`pay ${slug}`)
  const ids = Array.from({ length: 3 }, () => chance.id())
  player.at(addMinutes(openedAt, 300), async ({ desk }) => {
    const coaches = await desk.db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM people WHERE studio_id = ${desk.studio.id} AND is_staff = 1`)
    const called = (name: string) => coaches.find((one) => one.name === name)?.id ?? ''
    const [all = '', hourly = '', flat = ''] = ids
    await savePaySettings(desk, { cancelHours: 24, cancelPercent: 50, payday: 13 })
    const steps = [[1, 3_000] as const, [6, 4_000] as const, [11, 5_000] as const]
    await savePayRule(desk, all, { ...rule, personId: '', basis: 'tiers', tiers: [...steps] }, null)
    for (const [key, name, terms] of [
      [hourly, 'Jonas Berg', { basis: 'hour', amountMinor: 3_600 }],
      [flat, 'Ines Duarte', { basis: 'flat', amountMinor: 4_500 }],
    ] as const) {
      const personId = called(name)
      if (personId) await savePayRule(desk, key, { ...rule, tiers: [], personId, ...terms }, null)
    }
  })
}

/** Last month is locked and paid, and one class of it was corrected since: this month pays that. */
export function playPayRun(player: Player, slug: string, owner: Actor): void {
  const extraId = new Chance(`pay run ${slug}`).id()
  player.at(player.now, ({ ctx }) =>
    lockLastMonth({ ...ctx, actor: owner }, player.timeZone, extraId),
  )
}

async function lockLastMonth(owner: StaffContext, timeZone: string, extraId: string) {
  const month = monthBefore(monthOf(localDate(owner.now, timeZone)))
  const [sum] = await owner.db.all<{ minor: number; personId: string | null }>(sql`
    SELECT coalesce(sum(amount_minor), 0) AS minor, min(person_id) AS personId FROM pay_lines
    WHERE studio_id = ${owner.studio.id} AND substr(work_on, 1, 7) <= ${month}`)
  if (!sum?.personId) return
  const extra = { key: extraId, personId: sum.personId, amountMinor: 2_500, reason: 'Open day' }
  await addPayLine(owner, month, extra)
  await reviewPay(owner, month)
  const locked = await lockPay(owner, month, { totalMinor: sum.minor + 2_500 })
  if (!locked.ok) return
  await markPaid(owner, month, localDate(owner.now, timeZone))
  // Somebody was there after all, in a class that one more brings to the next step.
  const [missed] = await owner.db.all<{ occurrenceId: string; bookingId: string }>(sql`
    SELECT line.occurrence_id AS occurrenceId, b.id AS bookingId
    FROM pay_lines AS line JOIN bookings AS b ON b.studio_id = line.studio_id
      AND b.occurrence_id = line.occurrence_id AND b.state = 'no_show'
    WHERE line.studio_id = ${owner.studio.id} AND line.run_id IS NOT NULL AND line.basis = 'tiers'
      AND line.people IN (5, 10) ORDER BY line.work_on DESC, b.id LIMIT 1`)
  if (!missed) return
  const reason = 'was in the other room'
  await reverseOutcome(owner, missed.occurrenceId, missed.bookingId, { from: 'no_show', reason })
}
