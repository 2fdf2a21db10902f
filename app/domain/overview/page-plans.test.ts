import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { markNoticesRead } from '#app/domain/messaging/mark-notices-read.server.ts'
import type { MyDetails } from '#app/domain/people/my-details.ts'
import { updateMyDetails } from '#app/domain/people/update-my-details.server.ts'
import { plansOf, remembering } from '../../../tests/support/query-plans.ts'
import { world } from '../../../tests/support/world.ts'
import { detailsPage } from './details-page.server.ts'
import { memberHomePage, visitorHomePage } from './home-page.server.ts'
import { ledgerPage, listAllEntries } from './ledger-page.server.ts'
import { noticesPage } from './notices-page.server.ts'
import { pastBookingsPage, portalPage } from './portal-page.server.ts'

const now = '2026-10-12T09:00:00Z'
const details: MyDetails = {
  name: 'Ben Okafor',
  preferredName: '',
  pronouns: '',
  phone: '0113 496 0000',
  address: '',
  birthDate: null,
  emergencyName: '',
  emergencyPhone: '',
  photo: '',
  showsName: false,
}

test('each page of a member is one trip, and no statement of theirs scans a table that grows', async () => {
  const w = await world()
  await bookClass(w.asMember(w.ben, now), await w.givenClass())
  await w.givenClass({ localStart: '2026-10-16T18:30' })
  const { sent, remember } = remembering(w)
  const ctx = remember(w.asMember(w.ben, now))
  const viewer = { personId: w.ben.id, name: w.ben.name, email: w.ben.email }

  const pages = [
    () => memberHomePage(ctx, viewer),
    () => visitorHomePage(ctx, null),
    () => portalPage(ctx, viewer),
    () => pastBookingsPage(ctx, viewer, 1),
    () => ledgerPage(ctx, viewer, 1),
    () => noticesPage(ctx, viewer, 1),
    () => detailsPage(ctx, viewer),
    () => listAllEntries(ctx),
  ]
  for (const page of pages) {
    const before = w.meter.trips
    await page()
    expect(w.meter.trips - before).toBe(1)
  }
  await markNoticesRead(ctx, { until: now })
  await updateMyDetails(ctx, details, 1)

  expect(sent.size).toBeGreaterThan(20)
  expect(await plansOf(w, sent)).toEqual([])
  for (const params of sent.values()) expect(params.length).toBeLessThanOrEqual(100)
})
