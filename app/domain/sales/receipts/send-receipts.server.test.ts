import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { mailTo } from '../../../../tests/support/bookings.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { takeForAccount } from '../account/take-for-account.server.ts'
import { sendReceipts } from './send-receipts.server.ts'

const now = '2026-10-15T16:30:00Z'

async function chargeOf(w: World, personId: string, amountMinor = 1_500) {
  const id = newId()
  await w.db.run(sql`
    INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
      working, state, dedupe_key, created_at)
    VALUES (${id}, ${w.studio.id}, ${personId}, 'drop_in', ${id}, ${amountMinor}, 'GBP',
      'Drop-in: Pole 2, Thu 18:30', 'open', ${id}, '2026-10-15T10:00:00.000Z')`)
  return { kind: 'item' as const, id, amountMinor }
}

const payment = (charges: { kind: 'item'; id: string; amountMinor: number }[]) => ({
  key: newId(),
  charges,
  method: 'card' as const,
  note: '',
})

test('a payment at the desk is answered with one receipt, however often the job runs', async () => {
  const w = await world()
  await takeForAccount(w.asDesk(now), w.ben.id, payment([await chargeOf(w, w.ben.id)]))
  expect(await Promise.all([1, 2].map(() => sendReceipts(w.at(now))))).toContain(1)
  expect(await sendReceipts(w.at(now))).toBe(0)
  const mails = await mailTo(w, w.ben)
  expect(mails.map(({ subject }) => subject)).toEqual([`Receipt for £15.00 from ${w.studio.name}`])
  expect(mails[0]!.text).toContain('Drop-in: Pole 2, Thu 18:30')
  expect(mails[0]!.text).toContain('Card terminal')
})

test('payments a week old and payments by account credit get no receipt', async () => {
  const w = await world()
  await takeForAccount(
    w.asDesk('2026-10-08T16:30:00Z'),
    w.ben.id,
    payment([await chargeOf(w, w.ben.id)]),
  )
  await w.db.run(sql`
    INSERT INTO account_entries (studio_id, person_id, amount_minor, cause, created_at)
    VALUES (${w.studio.id}, ${w.ana.id}, 2000, 'gift', ${now})`)
  const taken = await takeForAccount(w.asDesk(now), w.ana.id, {
    ...payment([await chargeOf(w, w.ana.id)]),
    method: 'credit',
  })
  expect(taken).toEqual({ ok: true, amountMinor: 1_500 })
  expect(await sendReceipts(w.at(now))).toBe(2)
  expect(await mailTo(w, w.ben)).toEqual([])
  expect(await mailTo(w, w.ana)).toEqual([])
})
