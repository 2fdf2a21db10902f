import { expect, test } from 'vitest'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { lockPay, reviewPay } from '#app/domain/staff-pay/pay-run.server.ts'
import { savePaySettings } from '#app/domain/staff-pay/save-pay-rule.server.ts'
import { eventDraft, givenEvent, hold, ticketsOf } from '../../../tests/support/events.ts'
import { asManager, givenRule, linesOf } from '../../../tests/support/staff-pay/pay.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { cancelEvent } from './change-event.server.ts'
import { checkInTicket, undoTicketCheckIn } from './check-in-ticket.server.ts'
import { confirmOrder } from './confirm-order.server.ts'
import { saveEvent } from './save-event.server.ts'

const late = '2026-12-12T17:00:00Z'
const settings = { cancelHours: 24, cancelPercent: 50, payday: 28 }

/** A published event, and so many tickets of it that are confirmed. */
async function sold(w: World, count: number) {
  const event = await givenEvent(w)
  const order = await hold(w, event, { count })
  if (!order.ok) throw new Error(order.reason)
  await confirmOrder(w.at('2026-12-01T10:05:00Z'), order.token ?? '', {
    pays: 'door',
    personId: null,
  })
  return event
}

test('an event called off late pays its coach by the cancel rule, like a class', async () => {
  const w = await world()
  await givenRule(w, { flat: 10_000 })
  await savePaySettings(asManager(w, '2026-12-01T09:00:00Z'), settings)
  const event = await sold(w, 2)
  for (const _ of [1, 2]) await cancelEvent(w.asDesk(late), event.id, { reason: 'Pipe' })
  expect(await linesOf(w, w.coach)).toEqual(['2026-12-12 cancelled 2: 5000'])

  const early = await sold(w, 1)
  await cancelEvent(w.asDesk('2026-12-10T10:00:00Z'), early.id, { reason: '' })
  const draft = 'draft-event'
  await saveEvent(w.asDesk('2026-12-01T10:00:00Z'), draft, eventDraft(w), null)
  await cancelEvent(w.asDesk(late), draft, { reason: '' })
  expect(await linesOf(w, w.coach)).toHaveLength(1)
})

test('per-head pay for an event called off late counts sold tickets, not held ones', async () => {
  const w = await world()
  await givenRule(w, { head: 200 })
  await savePaySettings(asManager(w, '2026-12-01T09:00:00Z'), settings)
  const event = await sold(w, 3)
  await hold(w, event, { name: 'On Hold', now: '2026-12-12T16:55:00Z' })
  await cancelEvent(w.asDesk(late), event.id, { reason: 'Pipe' })
  expect(await linesOf(w, w.coach)).toEqual(['2026-12-12 cancelled 3: 300'])
})

test('check-ins after an event is settled change its pay, or add a correction if the month is locked', async () => {
  const w = await world()
  await givenRule(w, { head: 200 })
  const event = await sold(w, 3)
  const [first, second, third] = await ticketsOf(w, event.id)
  const admit = (code: string, now: string) => checkInTicket(asManager(w, now), event.id, code)
  await admit(first!.code, '2026-12-12T19:10:00Z')
  while ((await reconcileClasses(w.at('2026-12-13T09:00:00Z'))) > 0);
  expect(await linesOf(w, w.coach)).toEqual(['2026-12-12 work 1: 200'])

  expect(await admit(second!.code, '2026-12-13T09:30:00Z')).toMatchObject({ ok: true })
  expect(await linesOf(w, w.coach)).toEqual(['2026-12-12 work 2: 400'])
  const why = { reason: 'Wrong guest' }
  await undoTicketCheckIn(asManager(w, '2026-12-13T09:40:00Z'), event.id, second!.id, why)
  expect(await linesOf(w, w.coach)).toEqual(['2026-12-12 work 1: 200'])

  const manager = asManager(w, '2027-01-02T09:00:00Z')
  await reviewPay(manager, '2026-12')
  expect(await lockPay(manager, '2026-12', { totalMinor: 200 })).toMatchObject({ ok: true })
  const entered = await checkInTicket(manager, event.id, third!.code, 'From the paper list')
  expect(entered).toMatchObject({ ok: true })
  expect(await linesOf(w, w.coach)).toEqual([
    '2026-12-12 work 1: 200',
    '2026-12-12 correction 2: 200',
  ])
})
