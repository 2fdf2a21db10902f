import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findCampaign } from '#app/domain/marketing/campaign-queries.server.ts'
import { beginCampaign } from '#app/domain/marketing/save-campaign.server.ts'
import { scheduleCampaign } from '#app/domain/marketing/schedule-campaign.server.ts'
import { sendCampaigns } from '#app/domain/marketing/send-campaigns.server.ts'
import { deliverOutbox } from '#app/domain/messaging/deliver-outbox.server.ts'
import type { Transports } from '#app/domain/messaging/transports.server.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes, instantToMs } from '#app/values/instant.ts'
import { world } from '../support/world.ts'

const readers = 10_000
const begins = '2026-06-01T08:00:00Z'

test('10,000 people, a mail server that refuses every 7th try and two ticks at once: one letter each', async () => {
  const w = await world()
  await w.db.run(sql`
    WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < ${readers})
    INSERT INTO people (id, studio_id, name, email, joined_on, created_at)
    SELECT 'reader' || n, ${w.studio.id}, 'Reader ' || n, 'reader' || n || '@example.test',
      '2026-01-01', ${begins} FROM many`)
  await w.db.run(sql`
    INSERT INTO consents (id, studio_id, person_id, channel, purpose, given, source, by_name, at)
    SELECT 'yes' || id, studio_id, id, 'email', 'marketing', 1, 'desk', '', ${begins}
    FROM people WHERE studio_id = ${w.studio.id} AND id LIKE 'reader%'`)
  const tries = { n: 0 }
  const arrived = new Map<string, number>()
  const transports: Transports = {
    email: {
      send: async ({ to }) => {
        tries.n += 1
        if (tries.n % 7 === 0) throw new Error('451 Try again later')
        arrived.set(to, (arrived.get(to) ?? 0) + 1)
      },
    },
    sms: null,
  }
  const desk = w.asDesk(begins)
  const id = newId()
  const words = { name: 'News', subject: 'News', text: 'Hello {first name}.' }
  await beginCampaign(desk, id, { ...words, button: '', page: '' }, { name: 'All', params: '' })
  expect(await scheduleCampaign(desk, id, { version: 1, at: null })).toMatchObject({
    people: readers,
  })

  let minute = 0
  let slowest = 0
  for (; minute < 600 && arrived.size < readers; minute += 1) {
    const now = addMinutes(begins, minute)
    const from = performance.now()
    await Promise.all([sendCampaigns(w.at(now)), sendCampaigns(w.at(now))])
    slowest = Math.max(slowest, performance.now() - from)
    const deliver = () =>
      deliverOutbox({ db: w.db, transports, clock: () => instantToMs(now), limit: 200 })
    await Promise.all([deliver(), deliver()])
  }
  process.stdout.write(
    `${readers} letters in ${minute} minutes and ${tries.n} tries, slowest step ${Math.round(slowest)} ms\n`,
  )
  expect(arrived.size).toBe(readers)
  expect(Math.max(...arrived.values())).toBe(1)
  await sendCampaigns(w.at(addMinutes(begins, minute)))
  expect(await findCampaign(w.at(begins), id)).toMatchObject({
    state: 'sent',
    tally: { sent: readers },
  })
}, 1_200_000)
