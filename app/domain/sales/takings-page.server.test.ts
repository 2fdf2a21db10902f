import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { givenPlan, sellPlan } from '../../../tests/support/sales/memberships.ts'
import { world } from '../../../tests/support/world.ts'
import { takingsPage } from './takings-page.server.ts'

const now = '2026-06-10T10:00:00Z'

test('tickets that strangers paid are counted beside the takings of their day', async () => {
  const w = await world()
  await sellPlan(w, w.ana, await givenPlan(w, { name: 'Gold', priceMinor: 9_000 }), { now })
  const order = (paidAt: string | null, minor: number, personId: string | null = null) => {
    const id = newId()
    return w.db.run(sql`
      INSERT INTO ticket_orders (id, studio_id, event_id, person_id, buyer_name, buyer_email,
        state, total_minor, currency, pays, paid_at, dedupe_key, token, created_at)
      VALUES (${id}, ${w.studio.id}, 'event', ${personId}, 'Guest', 'guest@example.test',
        'confirmed', ${minor}, 'GBP', 'door', ${paidAt}, ${id}, ${id}, ${now})`)
  }
  await order(now, 1_200)
  // Still the same day at the studio, which is an hour ahead of UTC in June.
  await order('2026-06-09T23:30:00Z', 800)
  await order('2026-06-10T23:30:00Z', 400)
  await order(null, 1_600)
  await order(now, 3_200, w.ana.id)
  const page = await takingsPage(w.at(now), '2026-06-10')
  expect(page.strangers).toEqual({ orders: 2, minor: 2_000 })
  expect(page.methods).toMatchObject([{ method: 'card', inMinor: 9_000 }])
})
