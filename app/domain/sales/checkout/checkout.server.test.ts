import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { lapseOffers } from '#app/domain/bookings/waitlist/lapse-offers.server.ts'
import {
  checkAccount,
  connectAccount,
} from '#app/domain/payments/accounts/connect-account.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import { stripeProvider } from '#app/domain/payments/stripe/stripe-provider.server.ts'
import { newId, randomCharacters } from '#app/values/id.ts'
import { type StripeStandIn, startStripe } from '../../../../tests/support/stripe/stand-in.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { beginCheckout, confirmCheckout } from './begin-checkout.server.ts'
import { readCheckout } from './checkout-quote.server.ts'
import type { Buyer } from './checkout-rows.server.ts'
import { checkoutStatusPage } from './checkout-status-page.server.ts'
import { settleAttempt } from './settle-attempt.server.ts'

const now = '2026-06-02T10:00:00Z'
const good = '4242 4242 4242 4242'

let stripe: StripeStandIn
beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.close())
beforeEach(() => {
  stripe.down = false
})

const paying = (w: World, at = now): PaymentContext => ({
  ...w.at(at),
  nowMs: Date.now(),
  provider: stripeProvider({
    secretKey: stripe.secretKey,
    webhookSecret: stripe.webhookSecret,
    apiUrl: stripe.url,
  }),
})

/** A studio that takes payments online and sells single yoga classes for £12.00. */
async function connected(): Promise<World> {
  const w = await world()
  const ctx = { ...paying(w), actor: w.asDesk(now).actor }
  const urls = { doneUrl: 'https://cadence.test/done', againUrl: 'https://cadence.test/again' }
  const connect = await connectAccount(ctx, w.directory, urls)
  if (!connect.ok) throw new Error('The stand-in is away')
  await fetch(connect.url, { method: 'POST', redirect: 'manual' })
  await checkAccount(ctx)
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1200 WHERE studio_id = ${w.studio.id}`)
  return w
}

const member = ({ id, email, name }: Person): Buyer => ({
  kind: 'member',
  personId: id,
  email,
  name,
})
const ruth: Buyer = {
  kind: 'stranger',
  name: 'Ruth Okafor',
  email: 'ruth@example.test',
  phone: '07700 900123',
}
const only = (occurrenceId: string) => ({
  occurrenceId,
  packageId: null,
  planId: null,
  coupon: '',
})

/** Presses the button of the page; answers where it led, and how to pay there. */
async function press(
  w: World,
  buyer: Buyer,
  choice: Parameters<typeof readCheckout>[2],
  { method = 'online' as 'online' | 'desk', key = randomCharacters(24), shown = -1, at = now } = {},
) {
  const ctx = paying(w, at)
  const quote = await readCheckout(ctx, buyer.kind === 'member' ? buyer.personId : null, choice)
  const shownMinor = shown < 0 ? (quote?.totalMinor ?? 0) : shown
  const begun = await beginCheckout(
    ctx,
    ctx,
    buyer,
    choice,
    { key, method, shownMinor },
    { doneUrl: () => `https://cadence.test/checkout/${key}` },
  )
  const page = await checkoutStatusPage(ctx, ctx, null, key)
  return { begun, key, url: page?.view?.page?.url ?? '' }
}

const statusOf = (w: World, key: string, at = now) =>
  checkoutStatusPage(paying(w, at), paying(w, at), null, key)

const rosterOf = (w: World, occurrenceId: string) =>
  w.db.all<{ name: string; state: string; lot: number }>(sql`
    SELECT person.name, booking.state, booking.lot_id IS NOT NULL AS lot
    FROM bookings AS booking JOIN people AS person ON person.id = booking.person_id
    WHERE booking.studio_id = ${w.studio.id} AND booking.occurrence_id = ${occurrenceId}
    ORDER BY booking.seq`)

const invoicesOf = (w: World) =>
  w.db.all<{ name: string; state: string; totalMinor: number }>(sql`
    SELECT person.name, invoice.state, invoice.total_minor AS totalMinor
    FROM invoices AS invoice JOIN people AS person ON person.id = invoice.person_id
    WHERE invoice.studio_id = ${w.studio.id} ORDER BY invoice.number`)

const creditOf = async (w: World) =>
  (
    await w.db.all<{ minor: number }>(sql`
      SELECT coalesce(sum(amount_minor), 0) AS minor FROM account_entries
      WHERE studio_id = ${w.studio.id}`)
  )[0]!.minor

const yoga = (w: World, capacity = 12) =>
  w.givenClass({ localStart: '2026-06-05T18:30', discipline: 'yoga', capacity })

const introOf = async (w: World) => {
  await w.db.run(sql`UPDATE packages SET once_per_person = 1, credits = 3, price_minor = 2400
    WHERE studio_id = ${w.studio.id}`)
  return w.ids.tenPack
}

test('a member without credits pays for one class and stands on the roster, once however often we are told', async () => {
  const w = await connected()
  const occurrenceId = await yoga(w)
  const { begun, key, url } = await press(w, member(w.cleo), only(occurrenceId))
  expect(begun).toEqual({ ok: true, next: 'pay' })
  // The place is kept, and nothing is theirs yet.
  expect(await rosterOf(w, occurrenceId)).toMatchObject([{ state: 'waitlisted' }])
  expect(await statusOf(w, key)).toMatchObject({ state: 'pay' })
  await stripe.payOn(url, good)
  const seen = await Promise.all([statusOf(w, key), statusOf(w, key), statusOf(w, key)])
  expect(seen.map((page) => page?.state)).toEqual(['done', 'done', 'done'])
  expect(await rosterOf(w, occurrenceId)).toEqual([{ name: 'Cleo Park', state: 'booked', lot: 0 }])
  expect(await invoicesOf(w)).toEqual([{ name: 'Cleo Park', state: 'paid', totalMinor: 1_200 }])
  expect(await creditOf(w)).toBe(0)
  const letters = await w.db.all<{ kind: string; text: string }>(sql`
    SELECT kind, text FROM outbox WHERE studio_id = ${w.studio.id}`)
  expect(letters.filter(({ kind }) => kind === 'booking-booked')).toHaveLength(1)
  expect(letters[0]!.text).toContain('£12.00 is paid.')
})

test('a stranger buys the intro offer with three fields and stands on the roster with two classes left', async () => {
  const w = await connected()
  const occurrenceId = await yoga(w)
  const packageId = await introOf(w)
  const choice = { ...only(occurrenceId), packageId }
  const { begun, key, url } = await press(w, ruth, choice)
  expect(begun).toEqual({ ok: true, next: 'pay' })
  await stripe.payOn(url, good)
  const page = await statusOf(w, key)
  expect(page).toMatchObject({ state: 'done', booked: true, firstName: 'Ruth', paid: true })
  expect(await rosterOf(w, occurrenceId)).toEqual([
    { name: 'Ruth Okafor', state: 'booked', lot: 1 },
  ])
  const left = await w.db.all(sql`
    SELECT sum(amount) AS "left" FROM entries WHERE studio_id = ${w.studio.id}
      AND lot_id IN (SELECT id FROM lots WHERE package_id = ${packageId} AND person_id <> ${w.ben.id})`)
  expect(left).toEqual([{ left: 2 }])
  // Nobody knows whose card it is, so none is kept.
  expect(
    await w.db.all(sql`SELECT id FROM payment_methods WHERE studio_id = ${w.studio.id}`),
  ).toEqual([])
  // It is for a first visit, whatever browser they come back with.
  const again = await press(w, { ...ruth, name: 'R. Okafor' } as Buyer, choice)
  expect(again.begun).toEqual({ ok: false, reason: 'refused', why: { reason: 'had_it' } })
})

test('an intro offer is once a person, also under another address: by number and by card, not in a family', async () => {
  const w = await connected()
  const packageId = await introOf(w)
  const choice = { occurrenceId: null, packageId, planId: null, coupon: '' }
  const first = await press(w, ruth, choice)
  await stripe.payOn(first.url, good)
  expect(await statusOf(w, first.key)).toMatchObject({ state: 'done' })
  const other = { ...ruth, email: 'r.okafor@example.test' } as Buyer
  const refused = { ok: false, reason: 'refused', why: { reason: 'had_as_another' } }
  expect(
    (await press(w, { ...other, phone: '+44 (0)7700 900123' } as Buyer, choice)).begun,
  ).toEqual(refused)
  const fresh = { ...other, email: 'sam@example.test', phone: '07700 900124' } as Buyer
  expect((await press(w, fresh, choice)).begun).toEqual({ ok: true, next: 'pay' })
  // A member whose kept card is the one of somebody who had it.
  const [buyer] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM people WHERE studio_id = ${w.studio.id} AND email = 'ruth@example.test'`)
  const keep = (id: string, personId: string) =>
    w.db.run(sql`INSERT INTO payment_methods (id, studio_id, person_id, customer_ref, kind, brand,
      last4, fingerprint, added_at)
      VALUES (${id}, ${w.studio.id}, ${personId}, 'cus', 'card', 'visa', '4242', 'same', ${now})`)
  await keep('pm_ruth', buyer?.id ?? '')
  await keep('pm_cleo', w.cleo.id)
  expect((await press(w, member(w.cleo), choice)).begun).toEqual(refused)
  await w.db.run(sql`INSERT INTO guardians (studio_id, guardian_id, dependant_id, created_at)
    VALUES (${w.studio.id}, ${buyer?.id}, ${w.cleo.id}, ${now})`)
  expect((await press(w, member(w.cleo), choice)).begun).toEqual({ ok: true, next: 'pay' })
})

test('of two intro offers that one number began by letter before either was given, one is given', async () => {
  const w = await connected()
  const choice = { occurrenceId: null, packageId: await introOf(w), planId: null, coupon: '' }
  const others = ['ruth@example.test', 'r.okafor@example.test']
  for (const email of others)
    expect((await press(w, { ...ruth, email } as Buyer, choice, { method: 'desk' })).begun).toEqual(
      { ok: true, next: 'mail' },
    )
  const letters = await w.db.all<{ text: string }>(sql`
    SELECT text FROM outbox WHERE studio_id = ${w.studio.id} AND kind = 'checkout-proof'`)
  const tokens = letters.map(({ text }) => /checkout\/confirm\/(\w{24})/.exec(text)?.[1] ?? '')
  const confirmed = await Promise.all(tokens.map((token) => confirmCheckout(w.at(now), token)))
  expect(confirmed.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect(await invoicesOf(w)).toHaveLength(1)
})

test('of two who pay for the last place one has it, and the other has their money as credit', async () => {
  const w = await connected()
  const occurrenceId = await yoga(w, 1)
  const first = await press(w, member(w.cleo), only(occurrenceId))
  // Kept for the first, it is full for everybody else.
  const second = await press(w, ruth, only(occurrenceId))
  expect(second.begun).toMatchObject({ ok: false, why: { reason: 'class' } })
  // The first lets the time go by, and a second buyer pays just before the first does.
  const later = '2026-06-02T10:40:00Z'
  await lapseOffers(w.at(later))
  const third = await press(w, ruth, only(occurrenceId), { at: later })
  expect(third.begun).toEqual({ ok: true, next: 'pay' })
  await stripe.payOn(third.url, good)
  await stripe.payOn(first.url, good)
  await Promise.all([statusOf(w, third.key, later), statusOf(w, first.key, later)])
  const states = [await statusOf(w, third.key, later), await statusOf(w, first.key, later)]
  expect(states.map((page) => page?.state).sort()).toEqual(['done', 'refused'])
  expect((await rosterOf(w, occurrenceId)).filter(({ state }) => state === 'booked')).toHaveLength(
    1,
  )
  expect(await creditOf(w)).toBe(1_200)
})

test('at the desk a member has the place at once with an invoice to pay, and only three of them unpaid', async () => {
  const w = await connected()
  const days = ['2026-06-05T18:30', '2026-06-06T18:30', '2026-06-07T18:30', '2026-06-08T18:30']
  const classes = []
  for (const localStart of days)
    classes.push(await w.givenClass({ localStart, discipline: 'yoga' }))
  const pressed = []
  for (const id of classes)
    pressed.push((await press(w, member(w.cleo), only(id), { method: 'desk' })).begun)
  expect(pressed).toEqual([
    ...Array(3).fill({ ok: true, next: 'done' }),
    { ok: false, reason: 'unpaid' },
  ])
  expect(await invoicesOf(w)).toEqual(
    Array(3).fill({ name: 'Cleo Park', state: 'open', totalMinor: 1_200 }),
  )
})

test('ten presses at once are one purchase', async () => {
  const w = await connected()
  const occurrenceId = await yoga(w)
  const key = randomCharacters(24)
  const method = 'desk' as const
  const all = await Promise.all(
    Array.from({ length: 10 }, () =>
      press(w, member(w.cleo), only(occurrenceId), { method, key, shown: 1_200 }),
    ),
  )
  expect(all.every(({ begun }) => begun.ok)).toBe(true)
  expect(await rosterOf(w, occurrenceId)).toHaveLength(1)
  expect(await invoicesOf(w)).toHaveLength(1)
})

test('a stranger who pays at the desk books by the link in their letter, once, and nobody in their name', async () => {
  const w = await connected()
  const occurrenceId = await yoga(w)
  const { begun } = await press(w, ruth, only(occurrenceId), { method: 'desk' })
  expect(begun).toEqual({ ok: true, next: 'mail' })
  expect(await rosterOf(w, occurrenceId)).toEqual([])
  const [letter] = await w.db.all<{ text: string }>(sql`
    SELECT text FROM outbox WHERE studio_id = ${w.studio.id} AND kind = 'checkout-proof'`)
  const token = /checkout\/confirm\/(\w{24})/.exec(letter!.text)?.[1] ?? ''
  expect(await confirmCheckout(w.at(now), randomCharacters(24))).toEqual({
    ok: false,
    reason: 'not_found',
  })
  const twice = await Promise.all([
    confirmCheckout(w.at(now), token),
    confirmCheckout(w.at(now), token),
  ])
  expect(twice.map(({ ok }) => ok)).toEqual([true, true])
  expect(await rosterOf(w, occurrenceId)).toMatchObject([{ name: 'Ruth Okafor', state: 'booked' }])
  // Two hours later a link does nothing.
  const late = await press(
    w,
    { ...ruth, email: 'late@example.test' } as Buyer,
    only(occurrenceId),
    { method: 'desk' },
  )
  expect(late.begun).toEqual({ ok: true, next: 'mail' })
  const [other] = await w.db.all<{ text: string }>(sql`
    SELECT text FROM outbox WHERE studio_id = ${w.studio.id} AND kind = 'checkout-proof'
      AND recipient = 'late@example.test'`)
  const lateToken = /checkout\/confirm\/(\w{24})/.exec(other!.text)?.[1] ?? ''
  expect(await confirmCheckout(w.at('2026-06-02T12:00:01Z'), lateToken)).toEqual({
    ok: false,
    reason: 'over',
  })
})

test('a stranger’s pack to be paid at the desk books the class ordered, and no other until it is paid', async () => {
  const w = await connected()
  const occurrenceId = await yoga(w)
  const second = await w.givenClass({ localStart: '2026-06-08T18:30', discipline: 'yoga' })
  const pack = { occurrenceId, packageId: await introOf(w), planId: null, coupon: '' }
  await press(w, ruth, pack, { method: 'desk' })
  const [letter] = await w.db.all<{ text: string }>(sql`
    SELECT text FROM outbox WHERE studio_id = ${w.studio.id} AND kind = 'checkout-proof'`)
  const token = /checkout\/confirm\/(\w{24})/.exec(letter!.text)?.[1] ?? ''
  expect(await confirmCheckout(w.at(now), token)).toMatchObject({ ok: true })
  expect(await rosterOf(w, occurrenceId)).toMatchObject([{ name: 'Ruth Okafor', lot: 1 }])
  const [person] = await w.db.all<Person>(sql`
    SELECT id, name, email FROM people WHERE studio_id = ${w.studio.id}
      AND email = 'ruth@example.test'`)
  const book = () => bookClass(w.asMember(person!, now), second)
  expect(await book()).toMatchObject({
    ok: false,
    reason: 'no_entitlement',
    facts: { unpaid: '10-class pack' },
  })
  const [bill] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM invoices WHERE studio_id = ${w.studio.id} AND state = 'open'`)
  await takePayment(w.asDesk(now), {
    key: newId(),
    invoiceId: bill!.id,
    amountMinor: 2_400,
    method: 'cash',
    note: '',
  })
  expect(await book()).toMatchObject({ ok: true })
})

test('strangers who don’t pay keep at most half of a class from others', async () => {
  const w = await connected()
  const occurrenceId = await yoga(w, 6)
  for (let i = 0; i < 6; i += 1) {
    const { begun } = await press(
      w,
      { ...ruth, email: `nobody-${i}@example.test` } as Buyer,
      only(occurrenceId),
    )
    expect(begun).toEqual({ ok: true, next: 'pay' })
  }
  expect(await rosterOf(w, occurrenceId)).toHaveLength(3)
  expect((await bookClass(w.asMember(w.ana, now), occurrenceId)).ok).toBe(true)
})

test('a price that changed while the page was open is shown before anything is taken', async () => {
  const w = await connected()
  const occurrenceId = await yoga(w)
  const { begun } = await press(w, member(w.cleo), only(occurrenceId), { shown: 1_000 })
  expect(begun).toMatchObject({ ok: false, reason: 'price_changed', quote: { totalMinor: 1_200 } })
})

test('someone who holds an entitlement is led to book with it, and a membership needs an account', async () => {
  const w = await connected()
  const occurrenceId = await yoga(w)
  const read = (personId: string | null, choice: object) =>
    readCheckout(w.at(now), personId, { ...only(occurrenceId), ...choice })
  expect((await read(w.ben.id, {}))?.refusal).toEqual({ reason: 'pays_already' })
  await w.db.run(sql`UPDATE plans SET listed = 1 WHERE studio_id = ${w.studio.id}`)
  expect((await read(null, { planId: w.ids.unlimitedPlan }))?.refusal).toEqual({
    reason: 'sign_in',
  })
  expect(await read(null, { occurrenceId: newId() })).toBeNull()
  const other = await connected()
  expect(await read(null, { packageId: other.ids.tenPack })).toBeNull()
})

test('a membership is bought with its first bill, and pays for the class it was bought for', async () => {
  const w = await connected()
  await w.db.run(sql`UPDATE plans SET listed = 1 WHERE studio_id = ${w.studio.id}`)
  const occurrenceId = await yoga(w)
  const choice = { ...only(occurrenceId), planId: w.ids.unlimitedPlan }
  const { begun, key, url } = await press(w, member(w.cleo), choice)
  expect(begun).toEqual({ ok: true, next: 'pay' })
  await stripe.payOn(url, good)
  await statusOf(w, key)
  expect(
    await w.db.all(sql`SELECT state FROM memberships
    WHERE studio_id = ${w.studio.id} AND person_id = ${w.cleo.id}`),
  ).toEqual([{ state: 'active' }])
  expect(await invoicesOf(w)).toMatchObject([{ name: 'Cleo Park', state: 'paid' }])
  expect(await rosterOf(w, occurrenceId)).toMatchObject([{ state: 'booked', lot: 0 }])
})

test('a purchase that can’t be given any more leaves the money as account credit', async () => {
  const w = await connected()
  const { key, url } = await press(w, member(w.cleo), {
    ...only(''),
    occurrenceId: null,
    packageId: w.ids.tenPack,
  })
  await stripe.payOn(url, good)
  await w.db.run(sql`UPDATE people SET archived_at = ${now} WHERE id = ${w.cleo.id}`)
  expect(await statusOf(w, key)).toMatchObject({ state: 'refused' })
  expect(await creditOf(w)).toBe(12_000)
})

test('a studio without a provider sells to be paid at the desk, and nothing begins online', async () => {
  const w = await world()
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1200 WHERE studio_id = ${w.studio.id}`)
  const occurrenceId = await yoga(w)
  const online = await beginCheckout(
    w.at(now),
    null,
    member(w.cleo),
    only(occurrenceId),
    { key: randomCharacters(24), method: 'online', shownMinor: 1_200 },
    { doneUrl: () => '' },
  )
  expect(online).toEqual({ ok: false, reason: 'not_connected' })
  const desk = await press(w, member(w.cleo), only(occurrenceId), { method: 'desk' })
  expect(desk.begun).toEqual({ ok: true, next: 'done' })
})

test('a purchase that is killed between its parts is finished by the next who looks', async () => {
  const w = await connected()
  const occurrenceId = await yoga(w)
  const { key, url } = await press(w, member(w.cleo), {
    ...only(occurrenceId),
    packageId: w.ids.tenPack,
  })
  await stripe.payOn(url, good)
  const [attempt] = await w.db.all<{ id: string; checkoutId: string }>(sql`
    SELECT id, subject_id AS checkoutId FROM payment_attempts
    WHERE studio_id = ${w.studio.id} AND purpose = 'checkout'`)
  await settleAttempt(paying(w), attempt!.id)
  // As a crash right after the sale would leave it.
  await w.db.run(sql`UPDATE checkouts SET state = 'open', invoice_id = NULL
    WHERE id = ${attempt!.checkoutId}`)
  await w.db.run(sql`UPDATE payment_attempts SET booked_at = NULL WHERE id = ${attempt!.id}`)
  expect(await statusOf(w, key)).toMatchObject({ state: 'done', booked: true })
  expect(await invoicesOf(w)).toEqual([{ name: 'Cleo Park', state: 'paid', totalMinor: 12_000 }])
  expect(await creditOf(w)).toBe(0)
})

const signature = (w: World, documentId: string, personId: string) =>
  w.db.run(sql`
    INSERT INTO signatures (id, studio_id, document_id, number, person_id, signer_name, signed_as,
      on_paper, actor_id, actor_name, signed_at)
    VALUES (${newId()}, ${w.studio.id}, ${documentId}, 1, ${personId}, 'Cleo Park', 'self', 0, '',
      '', ${now})`)

/** The secrets of the letters that were mailed to an address, oldest first. */
const secretsOf = async (w: World, email: string) =>
  (
    await w.db.all<{ text: string }>(sql`
      SELECT text FROM outbox WHERE studio_id = ${w.studio.id} AND kind = 'checkout-proof'
        AND recipient = ${email} ORDER BY rowid`)
  ).map(({ text }) => /checkout\/confirm\/(\w{24})/.exec(text)?.[1] ?? '')

const attemptsOf = (w: World) =>
  w.db.all(sql`SELECT id FROM payment_attempts WHERE studio_id = ${w.studio.id}`)

test('a plan that asks for a document is sold online once it is signed, and nothing is taken before', async () => {
  const w = await connected()
  const documentId = newId()
  await w.db.run(sql`
    INSERT INTO documents (id, studio_id, name, blocks_booking, audience, created_at)
    VALUES (${documentId}, ${w.studio.id}, 'Aerial waiver', 0, 'everybody', ${now})`)
  await w.db.run(sql`UPDATE plans SET listed = 1, document_id = ${documentId}
    WHERE studio_id = ${w.studio.id}`)
  const choice = { ...only(''), occurrenceId: null, planId: w.ids.unlimitedPlan }
  const before = await press(w, member(w.cleo), choice)
  expect(before.begun).toEqual({
    ok: false,
    reason: 'refused',
    why: { reason: 'unsigned', documentId, name: 'Aerial waiver', personId: null },
  })
  expect(await attemptsOf(w)).toEqual([])
  await signature(w, documentId, w.cleo.id)
  expect((await press(w, member(w.cleo), choice)).begun).toEqual({ ok: true, next: 'pay' })
})

test('a plan that asks to see something, is full or is held already is not sold online', async () => {
  const w = await connected()
  const { studio } = w
  await w.db.run(sql`UPDATE plans SET listed = 1, proof = 'Student card'
    WHERE studio_id = ${studio.id}`)
  const choice = { ...only(''), occurrenceId: null, planId: w.ids.unlimitedPlan }
  const proof = { reason: 'proof', proof: 'Student card' }
  expect((await press(w, member(w.cleo), choice)).begun).toMatchObject({ why: proof })
  expect((await press(w, ruth, choice)).begun).toMatchObject({ why: proof })
  await w.db.run(sql`UPDATE plans SET proof = '' WHERE studio_id = ${studio.id}`)
  const bought = await press(w, member(w.cleo), choice)
  await stripe.payOn(bought.url, good)
  expect(await statusOf(w, bought.key)).toMatchObject({ state: 'done' })
  expect((await press(w, member(w.cleo), choice)).begun).toMatchObject({
    why: { reason: 'holds_already' },
  })
  await w.db.run(sql`UPDATE plans SET most_holders = 1 WHERE studio_id = ${studio.id}`)
  expect((await press(w, member(w.ben), choice)).begun).toMatchObject({ why: { reason: 'full' } })
  expect(await attemptsOf(w)).toHaveLength(1)
})

test('somebody the studio keeps out buys nothing, signed in or by their address', async () => {
  const w = await connected()
  const pack = { ...only(''), occurrenceId: null, packageId: w.ids.tenPack }
  await w.db.run(sql`UPDATE people SET banned_at = ${now} WHERE id = ${w.cleo.id}`)
  const refused = { ok: false, reason: 'refused', why: { reason: 'banned' } }
  const { email } = w.cleo
  expect((await press(w, member(w.cleo), pack)).begun).toEqual(refused)
  expect((await press(w, { ...ruth, email } as Buyer, pack)).begun).toEqual(refused)
  expect(await attemptsOf(w)).toEqual([])
})

test('an archived member is told to ask before they pay, and an archived prospect is back', async () => {
  const w = await connected()
  const pack = { ...only(''), occurrenceId: null, packageId: w.ids.tenPack }
  await w.db.run(sql`UPDATE people SET archived_at = ${now} WHERE id = ${w.cleo.id}`)
  const { email } = w.cleo
  const by = { ...ruth, email } as Buyer
  expect((await press(w, by, pack)).begun).toMatchObject({ why: { reason: 'left' } })
  await w.db.run(sql`UPDATE people SET prospect = 1 WHERE id = ${w.cleo.id}`)
  const { url, key } = await press(w, by, pack)
  await stripe.payOn(url, good)
  expect(await statusOf(w, key)).toMatchObject({ state: 'done' })
  expect(await creditOf(w)).toBe(0)
})

test('a class paid for twice in two tabs is booked once, and the second says where the money is', async () => {
  const w = await connected()
  const occurrenceId = await yoga(w)
  const tabs = [
    await press(w, member(w.cleo), only(occurrenceId)),
    await press(w, member(w.cleo), only(occurrenceId)),
  ]
  for (const { url } of tabs) await stripe.payOn(url, good)
  expect(await statusOf(w, tabs[0]!.key)).toMatchObject({ state: 'done', booked: true })
  expect(await statusOf(w, tabs[1]!.key)).toMatchObject({
    state: 'refused',
    reason: 'already_booked',
    why: 'You had a place in this class already.',
  })
  expect(await invoicesOf(w)).toEqual([{ name: 'Cleo Park', state: 'paid', totalMinor: 1_200 }])
  expect(await creditOf(w)).toBe(1_200)
})

test('a place that a pack pays for stays so when somebody pays for the class with its holder’s address', async () => {
  const w = await connected()
  const occurrenceId = await yoga(w)
  expect((await bookClass(w.asMember(w.ben, now), occurrenceId)).ok).toBe(true)
  const by = { ...ruth, email: w.ben.email } as Buyer
  const { url, key } = await press(w, by, only(occurrenceId))
  await stripe.payOn(url, good)
  expect(await statusOf(w, key)).toMatchObject({ state: 'refused', reason: 'already_booked' })
  expect(await rosterOf(w, occurrenceId)).toEqual([{ name: w.ben.name, state: 'booked', lot: 1 }])
  expect(await creditOf(w)).toBe(1_200)
})

test('the last place that is kept for a member is no obstacle when they take their purchase up again', async () => {
  const w = await connected()
  const occurrenceId = await yoga(w, 1)
  await press(w, member(w.cleo), only(occurrenceId))
  const again = await press(w, member(w.cleo), only(occurrenceId))
  expect(again.begun).toEqual({ ok: true, next: 'pay' })
  await stripe.payOn(again.url, good)
  expect(await statusOf(w, again.key)).toMatchObject({ state: 'done', booked: true })
  expect(await rosterOf(w, occurrenceId)).toEqual([{ name: 'Cleo Park', state: 'booked', lot: 0 }])
})

test('a class that is cancelled while its buyer pays leaves their money and says that it was cancelled', async () => {
  const w = await connected()
  const occurrenceId = await yoga(w)
  const single = await press(w, member(w.cleo), only(occurrenceId))
  const pack = await press(w, ruth, { ...only(occurrenceId), packageId: w.ids.tenPack })
  for (const { url } of [single, pack]) await stripe.payOn(url, good)
  await w.db.run(sql`UPDATE occurrences SET state = 'cancelled' WHERE id = ${occurrenceId}`)
  const why = 'The class was cancelled.'
  expect(await statusOf(w, single.key)).toMatchObject({ state: 'refused', why })
  expect(await statusOf(w, pack.key)).toMatchObject({ state: 'done', booked: false, why })
  expect(await creditOf(w)).toBe(1_200)
})

test('of four letters to somebody who pays at the desk three book', async () => {
  const w = await connected()
  const days = ['2026-06-05T18:30', '2026-06-06T18:30', '2026-06-07T18:30', '2026-06-08T18:30']
  for (const localStart of days) {
    const id = await w.givenClass({ localStart, discipline: 'yoga' })
    const { begun } = await press(w, ruth, only(id), { method: 'desk' })
    expect(begun).toEqual({ ok: true, next: 'mail' })
  }
  const confirmed = []
  for (const secret of await secretsOf(w, ruth.email))
    confirmed.push(await confirmCheckout(w.at(now), secret))
  expect(confirmed.map(({ ok }) => ok)).toEqual([true, true, true, false])
  expect(confirmed[3]).toEqual({ ok: false, reason: 'unpaid' })
})

test('a connected studio whose provider can’t be asked gives nothing as paid', async () => {
  const w = await connected()
  const occurrenceId = await yoga(w)
  const key = randomCharacters(24)
  const begin = (provider: PaymentContext | null) =>
    beginCheckout(
      w.at(now),
      provider,
      member(w.cleo),
      only(occurrenceId),
      { key, method: 'online', shownMinor: 1_200 },
      { doneUrl: () => '' },
    )
  expect(await begin(null)).toEqual({ ok: false, reason: 'not_connected' })
  // The same holds of one that was begun while the provider was there.
  expect(await begin(paying(w))).toEqual({ ok: true, next: 'pay' })
  expect(await begin(null)).toEqual({ ok: false, reason: 'not_connected' })
  expect(await rosterOf(w, occurrenceId)).toMatchObject([{ state: 'waitlisted' }])
})

test('a card that is refused takes nothing, and another card on the same page pays', async () => {
  const w = await connected()
  const occurrenceId = await yoga(w)
  const { url, key } = await press(w, ruth, only(occurrenceId))
  for (const number of ['4000 0000 0000 0002', '4000 0000 0000 9995']) {
    await stripe.payOn(url, number)
    expect(await statusOf(w, key)).toMatchObject({ state: 'pay' })
  }
  expect(await creditOf(w)).toBe(0)
  await stripe.payOn(url, good)
  expect(await statusOf(w, key)).toMatchObject({ state: 'done', booked: true })
})

test('a pack for appointments is not sold for a class', async () => {
  const w = await connected()
  const occurrenceId = await yoga(w)
  await w.db.run(sql`UPDATE packages SET kind = 'appointments' WHERE id = ${w.ids.tenPack}`)
  const pack = { ...only(occurrenceId), packageId: w.ids.tenPack }
  expect((await press(w, ruth, pack)).begun).toMatchObject({ why: { reason: 'not_for_class' } })
})
