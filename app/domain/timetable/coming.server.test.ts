import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '#app/db/studio/schema.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { updateMyDetails } from '#app/domain/people/update-my-details.server.ts'
import { portalText } from '#app/domain/scope/portal-rules.ts'
import { type Person, world } from '../../../tests/support/world.ts'
import { classPage } from './class-page.server.ts'
import { comingWords } from './coming-words.ts'

const now = '2026-10-12T09:00:00Z'

async function given() {
  const w = await world()
  const occurrence = await w.givenClass()
  await bookClass(w.asMember(w.ana, now), occurrence)
  await bookClass(w.asMember(w.ben, now), occurrence)
  const shows = (person: Person, showsName = true) =>
    updateMyDetails(w.asMember(person, now), { showsName }, 1)
  const seen = async (person: Person, ctx = w.at(now)) => {
    const viewer = { personId: person.id, name: person.name, email: '', timeZone: null }
    return (await classPage(ctx, viewer, occurrence))?.coming
  }
  return { ...w, occurrence, shows, seen }
}

test('first names in a class are read only by members who show theirs, and nobody is named unasked', async () => {
  const w = await given()
  expect(await w.seen(w.cleo)).toBeNull()
  await w.shows(w.ben)
  expect(await w.seen(w.cleo)).toEqual({ count: 1, names: [] })
  expect(await w.seen(w.ben)).toBeNull()
  await w.shows(w.cleo)
  expect(await w.seen(w.cleo)).toEqual({ count: 1, names: ['Ben'] })
  expect((await classPage(w.at(now), null, w.occurrence))?.coming).toBeNull()
})

test('no name is read of anyone under 18, archived or without an account, by a guardian for a child, or where the studio shows none', async () => {
  const w = await given()
  await w.shows(w.ben)
  await w.shows(w.ana)
  const change = (values: Partial<typeof tables.people.$inferInsert>) =>
    w.db.update(tables.people).set(values).where(eq(tables.people.id, w.ben.id))
  expect(await w.seen(w.ana)).toEqual({ count: 1, names: ['Ben'] })
  await change({ birthDate: '2010-01-01' })
  expect(await w.seen(w.ana)).toBeNull()
  await change({ birthDate: '1990-01-01', archivedAt: now })
  expect(await w.seen(w.ana)).toBeNull()
  await change({ archivedAt: null, userId: null })
  expect(await w.seen(w.ana)).toBeNull()
  await change({ userId: w.ben.userId })
  expect(await w.seen(w.ana, { ...w.at(now), guardianId: w.cleo.id })).toBeNull()
  const off = { ...w.studio, portal: portalText(new Set()) }
  expect(await w.seen(w.ana, { ...w.at(now), studio: off })).toBeNull()
  expect(await w.seen(w.ana)).toEqual({ count: 1, names: ['Ben'] })
})

test('twelve people are named, and the others are counted', () => {
  const names = Array.from({ length: 14 }, (_, i) => `N${i}`)
  expect(comingWords({ count: 2, names: ['Ben', 'Cleo'] }, 'en-GB')).toBe('Ben and Cleo')
  expect(comingWords({ count: 14, names }, 'en-GB')).toMatch(/N11 and 2 more$/)
})
