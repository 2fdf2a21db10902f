import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  asGuardian,
  giveFamilyPack,
  givenChild,
  mailsOf,
  NotTheirs,
} from '../../../tests/support/people/families.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { bookClass } from '../bookings/booking/book-class.server.ts'
import { consentsPage } from '../people/consents/record-consent.server.ts'
import { sayConsent } from '../people/consents/say-consent.server.ts'
import { comeOfAge } from './come-of-age.server.ts'

const photos = { channel: 'any', purpose: 'photos' } as const

const noticesOf = (w: World) =>
  w.db.all<{ personId: string }>(sql`SELECT person_id AS personId FROM notices
    WHERE studio_id = ${w.studio.id} AND kind = 'of-age' ORDER BY rowid`)

/** Isla, 18 on 12 October, whom Ana looks after; at half past eleven of the night before. */
async function eve(zone = 'Europe/London') {
  const w = await world({ zone })
  const isla = await givenChild(w, 'Isla Reyes', { birthDate: '2008-10-12', guardians: [w.ana] })
  await w.db.run(sql`UPDATE people SET email = 'isla@example.test' WHERE id = ${isla.id}`)
  return { w, isla }
}

test('on the eighteenth birthday person and guardian are told once, however often the job runs', async () => {
  const { w, isla } = await eve()
  expect(await comeOfAge(w.at('2026-10-11T22:59:00Z'))).toBe(0)
  const day = w.at('2026-10-11T23:00:00Z')
  await Promise.all([comeOfAge(day), comeOfAge(day)])
  expect(await comeOfAge(w.at('2026-10-12T09:00:00Z'))).toBe(0)
  expect((await mailsOf(w)).map(({ to, subject }) => [to, subject])).toEqual([
    ['isla@example.test', 'You’re 18: your place at Northside is yours'],
    [w.ana.email, 'Isla is 18 and books for themselves now'],
  ])
  expect(await noticesOf(w)).toEqual([{ personId: isla.id }, { personId: w.ana.id }])
})

test('the birthday begins at midnight of the studio', async () => {
  const { w } = await eve('Pacific/Auckland')
  expect(await comeOfAge(w.at('2026-10-11T10:59:00Z'))).toBe(0)
  expect(await comeOfAge(w.at('2026-10-11T11:00:00Z'))).toBe(1)
})

test('a guardian’s rights end on the eighteenth birthday, before any job has run', async () => {
  const { w, isla } = await eve()
  await giveFamilyPack(w, w.ana)
  const ana = asGuardian(w, w.ana, isla, '2026-10-11T09:00:00Z')
  expect(await sayConsent(ana, { kind: photos, given: true, seen: 0 })).toEqual({ ok: true })
  const given = async () =>
    (await consentsPage(w.at('2026-10-12T09:00:00Z'), isla.id))!.now.find(
      ({ purpose }) => purpose === 'photos',
    )
  expect((await given())?.latest).toMatchObject({ source: 'guardian', byName: 'Ana Reyes' })

  const classId = await w.givenClass({ localStart: '2026-10-15T18:30' })
  const after = asGuardian(w, w.ana, isla, '2026-10-12T09:00:00Z')
  await expect(bookClass(after, classId)).rejects.toThrow(NotTheirs)
  await comeOfAge(w.at('2026-10-12T09:00:00Z'))
  expect(await given()).toMatchObject({ given: false, latest: { source: 'age' } })
})

test('a guardian learns that somebody without an address of their own has to give one', async () => {
  const { w, isla } = await eve()
  await w.db.run(sql`UPDATE people SET email = ${w.ana.email} WHERE id = ${isla.id}`)
  await comeOfAge(w.at('2026-10-12T09:00:00Z'))
  const mails = await mailsOf(w)
  expect(mails.map(({ to }) => to)).toEqual([w.ana.email])
  expect(mails[0]?.text).toContain('We have no email address of Isla')
})

test('adults who are looked after, long since of age, and the archived are not written to', async () => {
  const { w, isla } = await eve()
  await givenChild(w, 'Olga Reyes', { birthDate: '1980-10-12', guardians: [w.ben] })
  await w.db.run(sql`UPDATE people SET archived_at = '2026-10-01T09:00:00Z' WHERE id = ${isla.id}`)
  expect(await comeOfAge(w.at('2026-10-12T09:00:00Z'))).toBe(0)
  expect(await mailsOf(w)).toEqual([])
})
