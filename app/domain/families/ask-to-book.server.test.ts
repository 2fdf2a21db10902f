import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mintAccount } from '../../../tests/support/accounts.ts'
import { databases } from '../../../tests/support/databases.ts'
import {
  asGuardian,
  balanceOf,
  giveFamilyPack,
  givenChild,
  mailsOf,
  NotTheirs,
} from '../../../tests/support/people/families.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { batch } from '../../db/batch.server.ts'
import { newId } from '../../values/id.ts'
import { openItemsStatement } from '../billing/open-items.server.ts'
import { bookClass } from '../bookings/booking/book-class.server.ts'
import { bookFamily } from '../bookings/booking/book-family.server.ts'
import { actFor, familyAccountSql, familyStatement } from './act-for.server.ts'
import { formerStatement, listAgreements } from './agreement-queries.server.ts'
import { agreeToBooking, declineBooking, letFormerGuardianBook } from './answer-agreement.server.ts'
import { askToBook } from './ask-to-book.server.ts'
import { endAgreement, endAgreementAtDesk } from './end-agreement.server.ts'

const now = '2026-10-12T09:00:00Z'

const asking = (w: World, person: Person, at: string = now) => ({
  ...w.asMember(person, at as never),
  directory: w.directory,
})

/** An adult of the studio with an account of a proven address. */
async function givenAdult(w: World, name: string, proven = true) {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@${w.studio.slug}.test`
  const account = await mintAccount(await databases(), { name, email, studio: w.studio })
  await w.directory.run(sql`UPDATE auth_identities
    SET identity_data = json_set(identity_data, '$.email_verified', json(${String(proven)}))
    WHERE user_id = ${account.userId}`)
  return { id: account.personId!, userId: account.userId, name, email }
}

const answering = (w: World, person: Person) => ({ ...asking(w, person), email: person.email })

const familyOf = async (w: World, person: Person) =>
  (await familyStatement(w.at(now), person.id)).map(({ name }) => name)

async function couple(proven = true) {
  const w = await world()
  const ben = await givenAdult(w, 'Ben Reyes', proven)
  const key = newId()
  const form = { key, email: ben.email, person: '' }
  return { w, ben, key, form }
}

async function agreed() {
  const all = await couple()
  await askToBook(asking(all.w, all.w.ana), all.form)
  await agreeToBooking(answering(all.w, all.ben), all.key)
  return all
}

test('an adult is asked by email once, and booked for once they agree to what they read', async () => {
  const { w, ben, key, form } = await couple()
  const press = () => askToBook(asking(w, w.ana), form)
  expect(await Promise.all([press(), press()])).toEqual([
    { ok: true, email: ben.email },
    { ok: true, email: ben.email },
  ])
  expect((await mailsOf(w)).map(({ to, subject }) => [to, subject])).toEqual([
    [ben.email, 'May Ana Reyes book for you at Northside?'],
  ])
  expect(await familyOf(w, w.ana)).toEqual([])
  const agree = () => agreeToBooking(answering(w, ben), key)
  expect(await Promise.all([agree(), agree()])).toContainEqual({ ok: true, booker: 'Ana Reyes' })
  expect(await agree()).toEqual({ ok: true, booker: 'Ana Reyes' })
  expect(await familyOf(w, w.ana)).toEqual(['Ben Reyes'])
  expect(await familyOf(w, ben)).toEqual([])
  const [kept] = await w.db.all<{ said: string; agreed_at: string; email: string }>(
    sql`SELECT said, agreed_at, email FROM booking_agreements WHERE id = ${key}`,
  )
  expect(kept).toMatchObject({ agreed_at: now, email: '' })
  expect(kept?.said).toContain('Ana Reyes may book, wait, cancel and enrol for you.')
})

test('an address that is not proven, another account and somebody under age agree to nothing', async () => {
  const { w, ben, key, form } = await couple(false)
  await askToBook(asking(w, w.ana), form)
  expect(await agreeToBooking(answering(w, ben), key)).toEqual({ ok: false, reason: 'unproven' })
  const other = await givenAdult(w, 'Olga Other')
  expect(await agreeToBooking(answering(w, other), key)).toEqual({ ok: false, reason: 'gone' })
  await declineBooking(answering(w, other), key)
  await w.directory.run(sql`UPDATE auth_identities
    SET identity_data = json_set(identity_data, '$.email_verified', json('true'))
    WHERE user_id = ${ben.userId}`)
  await w.db.run(sql`UPDATE people SET birth_date = '2010-01-01' WHERE id = ${ben.id}`)
  expect(await agreeToBooking(answering(w, ben), key)).toEqual({ ok: false, reason: 'under_age' })
  expect(await familyOf(w, w.ana)).toEqual([])
})

test('asking oneself, asking twice, asking without end and asking where the studio does not allow it are refused', async () => {
  const { w, ben, form } = await couple()
  const ask = (email: string) => askToBook(asking(w, w.ana), { key: newId(), email, person: '' })
  expect(await ask(w.ana.email)).toEqual({ ok: false, reason: 'yourself' })
  await askToBook(asking(w, w.ana), form)
  expect(await ask(ben.email)).toEqual({ ok: false, reason: 'already_asked' })
  await agreeToBooking(answering(w, ben), form.key)
  expect(await ask(ben.email)).toEqual({ ok: false, reason: 'already_agreed' })
  for (let n = 0; n < 5; n++) await ask(`n${n}@example.test`)
  expect(await ask('n6@example.test')).toEqual({ ok: false, reason: 'too_many_adults' })
  const off = { ...w.studio, portal: 'book_for_adult' }
  expect(await askToBook({ ...asking(w, w.ana), studio: off }, form)).toEqual({
    ok: false,
    reason: 'ask_studio',
  })
  expect(await familyStatement({ ...w.at(now), studio: off }, w.ana.id)).toEqual([])
})

test('the letter of someone who declined works no more, and their address is deleted', async () => {
  const { w, ben, key, form } = await couple()
  await askToBook(asking(w, w.ana), form)
  await declineBooking(answering(w, ben), key)
  expect(await agreeToBooking(answering(w, ben), key)).toEqual({ ok: false, reason: 'gone' })
  expect(
    await w.db.all(sql`SELECT email, ended_by FROM booking_agreements WHERE id = ${key}`),
  ).toEqual([{ email: '', ended_by: 'person' }])
})

test('a shared pack pays for an adult, who gets the letter; ended, it pays and acts no more', async () => {
  const { w, ben, key } = await agreed()
  const pack = await giveFamilyPack(w, w.ana)
  const refused = async (): Promise<never> => {
    throw new NotTheirs()
  }
  const friday = await w.givenClass({ localStart: '2026-10-16T16:00' })
  const booked = await bookFamily(w.asMember(w.ana, now), friday, [w.ana.id, ben.id], refused)
  expect(booked.map(({ result }) => result.ok)).toEqual([true, true])
  // Her own membership pays for Ana.
  expect(await balanceOf(w, pack)).toBe(9)
  const told = (await mailsOf(w)).filter(({ kind }) => kind === 'booking-booked')
  expect(told.map(({ to }) => to).toSorted()).toEqual([w.ana.email, ben.email].toSorted())
  expect(told.find(({ to }) => to === ben.email)?.text).toContain('Ben')
  const [row] = await w.db.all<{ guardian_id: string }>(
    sql`SELECT guardian_id FROM bookings WHERE person_id = ${ben.id}`,
  )
  expect(row?.guardian_id).toBe(w.ana.id)

  expect(await endAgreement(w.asMember(ben, now), key)).toBe(true)
  expect(await endAgreement(w.asMember(ben, now), key)).toBe(false)
  const saturday = await w.givenClass({ localStart: '2026-10-17T16:00' })
  await expect(bookClass(asGuardian(w, w.ana, ben, now), saturday)).rejects.toThrow(NotTheirs)
  expect(await bookClass(w.asMember(ben, now), saturday)).toMatchObject({
    ok: false,
    reason: 'no_entitlement',
  })
  const notices = await w.db.all<{ text: string }>(sql`SELECT text FROM notices
    WHERE person_id = ${w.ana.id} AND kind = 'booking-ended'`)
  expect(notices[0]?.text).toBe(
    'Ben Reyes has ended it: you can’t book for them any more. What is booked stays.',
  )
})

test('someone who may book for an adult may do nothing else for them', async () => {
  const { w, ben } = await agreed()
  const refused = async (): Promise<never> => {
    throw new NotTheirs()
  }
  const looking = actFor(w.asMember(w.ana, now), ben.id, refused, 'looks_after')
  await expect(batch(looking.db, { one: looking.db.all(sql`SELECT 1 AS one`) })).rejects.toThrow(
    NotTheirs,
  )
  await w.db.run(sql`INSERT INTO open_items (id, studio_id, person_id, kind, subject_id,
      amount_minor, currency, working, state, dedupe_key, created_at)
    VALUES (${newId()}, ${w.studio.id}, ${ben.id}, 'charge', '', 500, 'USD', 'Towel', 'open', 'x',
      ${now})`)
  expect(await openItemsStatement(w.at(now), familyAccountSql(w.at(now), w.ana.id))).toEqual([])
})

test('an adult signs for themselves: who books for them is told so', async () => {
  const { w, ben } = await agreed()
  await giveFamilyPack(w, w.ana)
  await w.db.run(sql`INSERT INTO documents (id, studio_id, name, audience, blocks_booking, latest,
      counts_from, created_at)
    VALUES ('doc', ${w.studio.id}, 'Waiver', 'all', 1, 1, 1, ${now})`)
  const friday = await w.givenClass({ localStart: '2026-10-16T16:00' })
  expect(await bookClass(asGuardian(w, w.ana, ben, now), friday)).toMatchObject({
    reason: 'waiver_missing',
    facts: { name: 'Waiver', guardian: false, themselves: true },
  })
})

test('somebody who came of age lets a former guardian go on, or is asked by them', async () => {
  const { w, ben } = await couple()
  const child = await givenChild(w, 'Lea Reyes', { guardians: [w.ana] })
  await w.db.run(sql`UPDATE guardians SET dependant_id = ${ben.id}
    WHERE dependant_id = ${child.id}`)
  await w.db.run(sql`UPDATE people SET birth_date = '2008-10-12' WHERE id = ${ben.id}`)
  expect(await familyOf(w, w.ana)).toEqual([])
  expect(await formerStatement(w.asMember(w.ana, now))).toMatchObject([
    { name: 'Ben Reyes', as: 'grown', reachable: 1 },
  ])
  expect(await formerStatement(w.asMember(ben, now))).toMatchObject([
    { name: 'Ana Reyes', as: 'guardian' },
  ])
  expect(await askToBook(asking(w, w.ana), { key: newId(), email: '', person: ben.id })).toEqual({
    ok: true,
    email: ben.email,
  })
  const letGo = () =>
    letFormerGuardianBook(w.asMember(ben, now), { key: newId(), bookerId: w.ana.id })
  expect(await Promise.all([letGo(), letGo()])).toEqual([true, true])
  expect(await familyOf(w, w.ana)).toEqual(['Ben Reyes'])
  expect(
    await letFormerGuardianBook(w.asMember(w.ana, now), { key: newId(), bookerId: ben.id }),
  ).toBe(false)
  expect(await formerStatement(w.asMember(w.ana, now))).toEqual([])
})

test('the desk sees who books for whom and ends it', async () => {
  const { w, ben, key } = await agreed()
  const rows = await listAgreements(w.at(now), ben.id)
  expect(rows).toMatchObject([{ id: key, as: 'booked_for', other: 'Ana Reyes' }])
  const stranger = await w.givenPerson('Stranger')
  expect(await endAgreementAtDesk(w.asDesk(now), key, stranger.id)).toBe(false)
  expect(await endAgreementAtDesk(w.asDesk(now), key, ben.id)).toBe(true)
  expect(await listAgreements(w.at(now), ben.id)).toEqual([])
})

test('where the studio does not let adults book for others, a pack shared by an agreement pays for nothing', async () => {
  const { w, ben } = await agreed()
  const pack = await giveFamilyPack(w, w.ana)
  const friday = await w.givenClass({ localStart: '2026-10-16T16:00' })
  const off = { ...w.studio, portal: 'book_for_adult' }
  expect(await bookClass({ ...w.asMember(ben, now), studio: off }, friday)).toMatchObject({
    ok: false,
    reason: 'no_entitlement',
  })
  expect(await bookClass(w.asMember(ben, now), friday)).toMatchObject({ ok: true })
  expect(await balanceOf(w, pack)).toBe(9)
})
