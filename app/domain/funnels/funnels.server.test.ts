import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type World, world } from '../../../tests/support/world.ts'
import { bookClass } from '../bookings/booking/book-class.server.ts'
import { hashSecretToken } from '../identity/secrets/secret-tokens.server.ts'
import { sellPackage } from '../sales/sell/sell-package.server.ts'
import { followStarts, followStartsDue } from './follow-starts.server.ts'
import { funnelForm } from './funnel-forms.ts'
import { halvesView, simulated, utmOf } from './funnel-words.ts'
import { funnelPage, listFunnels } from './funnels-page.server.ts'
import { offerPage } from './offer-page.server.ts'
import { remindStarts } from './remind-starts.server.ts'
import { saveFunnel, setFunnelState } from './save-funnel.server.ts'
import { followBuyer, startFunnel, typedAtStart } from './start-funnel.server.ts'

const now = '2026-06-02T10:00:00Z'
const later = '2026-06-02T15:00:00Z'

const packOf = async (w: World) =>
  (
    await w.db.all<{ id: string }>(sql`
      SELECT id FROM packages WHERE studio_id = ${w.studio.id} AND archived_at IS NULL`)
  )[0]!.id

const made: string[] = []
const newKey = () => `k${String(made.push('')).padStart(11, '0')}`

/** A live funnel that sells the studio's pack. */
async function givenFunnel(w: World, more: Record<string, unknown> = {}, at = now) {
  const key = newKey()
  const form = funnelForm.parse({
    ...{
      key,
      name: 'Intro',
      slug: `intro-${made.length}`,
      headline: 'Two weeks to find your class',
    },
    ...{ text: '', offer: `pack:${await packOf(w)}`, coupon: '', reminds: 'on', ...more },
  })
  expect(await saveFunnel(w.asDesk(at), null, form)).toEqual({ ok: true })
  expect(await setFunnelState(w.asDesk(at), key, 'live')).toEqual({ ok: true })
  return { id: key, slug: form.slug, form }
}

const ruth = { name: 'Ruth Okafor', email: 'ruth@example.test', phone: '', news: true }

const start = (
  w: World,
  slug: string,
  starter: Parameters<typeof startFunnel>[2]['starter'],
  at = now,
) => startFunnel(w.at(at), slug, { key: newKey(), starter })

const counts = async (w: World, id: string) => {
  const { started, paid, booked, attended } = (await listFunnels(w.at(now))).find(
    (one) => one.id === id,
  )!
  return [started, paid, booked, attended]
}

const buys = async (w: World, personId: string, at: string, method: 'card' | 'later' = 'card') =>
  sellPackage(w.asDesk(at), personId, {
    ...{ key: newKey(), packageId: await packOf(w), startsOn: at.slice(0, 10), method, note: '' },
  })

test('a funnel goes from draft to live, paused, live and ended, and no further', async () => {
  const w = await world()
  const { id, slug, form } = await givenFunnel(w)
  const desk = w.asDesk(now)
  expect(await saveFunnel(desk, null, form)).toEqual({ ok: true })
  expect(await listFunnels(w.at(now))).toHaveLength(1)
  expect(await setFunnelState(desk, id, 'live')).toEqual({ ok: true })
  expect(await setFunnelState(desk, id, 'paused')).toEqual({ ok: true })
  expect(await start(w, slug, { personId: w.cleo.id })).toEqual({ ok: false, reason: 'not_live' })
  expect(await setFunnelState(desk, id, 'live')).toEqual({ ok: true })
  expect(await setFunnelState(desk, id, 'ended')).toEqual({ ok: true })
  expect(await setFunnelState(desk, id, 'live')).toEqual({ ok: false, reason: 'not_now' })
  expect(await start(w, slug, { personId: w.cleo.id })).toEqual({ ok: false, reason: 'not_live' })
  expect(await setFunnelState(desk, 'no-such-one', 'live')).toEqual({
    ...{ ok: false, reason: 'not_found' },
  })
})

test('an edit over an older version, a taken address and what is not sold are refused', async () => {
  const w = await world()
  const first = await givenFunnel(w)
  const desk = w.asDesk(now)
  const save = (more: Record<string, unknown>, id: string | null = null) =>
    saveFunnel(desk, id, funnelForm.parse({ ...first.form, reminds: 'on', key: newKey(), ...more }))
  expect(await save({})).toEqual({ ok: false, reason: 'slug_taken' })
  expect(await save({ slug: 'other', offer: 'pack:nothing' })).toEqual({
    ...{ ok: false, reason: 'offer_gone' },
  })
  expect(await save({ slug: 'other', coupon: 'NOPE' })).toEqual({
    ok: false,
    reason: 'coupon_gone',
  })
  expect(await save({ version: '1', headline: 'New' }, first.id)).toEqual({ ok: true })
  expect(await save({ version: '1', headline: 'Older' }, first.id)).toEqual({
    ...{ ok: false, reason: 'changed' },
  })
  await w.db.run(sql`UPDATE packages SET archived_at = ${now} WHERE studio_id = ${w.studio.id}`)
  await setFunnelState(desk, first.id, 'paused')
  expect(await setFunnelState(desk, first.id, 'live')).toEqual({ ok: false, reason: 'not_sold' })
})

test('a funnel of another studio, its pages and its offer answer not found', async () => {
  const [w, other] = [await world(), await world()]
  const theirs = await givenFunnel(other)
  const desk = w.asDesk(now)
  expect(await setFunnelState(desk, theirs.id, 'paused')).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await funnelPage(w.at(now), theirs.id, 'started')).toBeNull()
  expect(
    await offerPage(w.at(now), null, { slug: theirs.slug, counts: true, who: 'visitor' }),
  ).toBeNull()
  const form = funnelForm.parse({
    ...{ ...theirs.form, key: newKey(), reminds: 'on' },
    offer: `pack:${await packOf(other)}`,
  })
  const saved = await saveFunnel(desk, null, form)
  // Both worlds may share no package: the other's is none of ours.
  expect(saved).toEqual({ ok: false, reason: 'offer_gone' })
})

test('views are sums a day and people count once, however often they start', async () => {
  const w = await world()
  const { id, slug } = await givenFunnel(w)
  for (const counting of [true, true, false])
    await offerPage(w.at(now), null, { slug, counts: counting, who: 'visitor' })
  const page = await funnelPage(w.at(now), id, 'started')
  expect(page!.funnel.views).toBe(2)
  expect(page!.days).toEqual([{ day: '2026-06-02', views: 2 }])
  const again = { key: newKey(), starter: ruth }
  const begun = await startFunnel(w.at(now), slug, again)
  expect(await startFunnel(w.at(now), slug, again)).toEqual(begun)
  await start(w, slug, ruth, later)
  await start(w, slug, { personId: w.cleo.id })
  expect(await counts(w, id)).toEqual([2, 0, 0, 0])
  const leads = await w.db.all(sql`SELECT campaign FROM leads WHERE studio_id = ${w.studio.id}`)
  expect(leads).toEqual([{ campaign: 'Intro' }])
  if (!begun.ok) throw new Error(begun.reason)
  expect(await typedAtStart(w.at(now), begun.start)).toEqual({
    ...{ name: 'Ruth Okafor', email: 'ruth@example.test', phone: '' },
  })
  // Who types the address of somebody known is told nothing of them.
  const posing = await start(w, slug, { ...ruth, email: w.cleo.email, name: 'Somebody' })
  if (!posing.ok) throw new Error(posing.reason)
  expect(await typedAtStart(w.at(now), posing.start)).toBeNull()
})

test('paid, booked and attended are read from invoices and bookings, each behind the one before', async () => {
  const w = await world()
  const { id, slug } = await givenFunnel(w)
  await start(w, slug, { personId: w.cleo.id })
  const dueNow = async (at: string) =>
    (
      await w.db.all<{ due: number }>(sql`
      SELECT ${followStartsDue({ studio: sql`${w.studio.id}`, today: sql`''`, now: at })} AS due`)
    )[0]!.due
  expect(await dueNow(later)).toBe(0)
  await buys(w, w.cleo.id, later, 'later')
  await followStarts(w.at(later))
  expect(await counts(w, id)).toEqual([1, 0, 0, 0])
  await w.db.run(sql`UPDATE open_items SET state = 'settled', settled_at = ${later}
    WHERE studio_id = ${w.studio.id} AND person_id = ${w.cleo.id}`)
  expect(await dueNow(later)).toBe(1)
  await followStarts(w.at(later))
  expect(await counts(w, id)).toEqual([1, 1, 0, 0])
  const occurrence = await w.givenClass({ localStart: '2026-06-05T18:30', discipline: 'yoga' })
  const booked = await bookClass(w.asMember(w.cleo, later), occurrence, {})
  expect(booked.ok).toBe(true)
  await followStarts(w.at(later))
  expect(await counts(w, id)).toEqual([1, 1, 1, 0])
  await w.db.run(sql`UPDATE bookings SET state = 'attended'
    WHERE studio_id = ${w.studio.id} AND person_id = ${w.cleo.id}`)
  await followStarts(w.at('2026-06-06T10:00:00Z'))
  expect(await counts(w, id)).toEqual([1, 1, 1, 1])
  expect(await followStarts(w.at('2026-06-06T10:00:00Z'))).toBe(0)
})

test('a purchase counts for the funnel started from last, and for 30 days', async () => {
  const w = await world()
  const [first, second] = [await givenFunnel(w), await givenFunnel(w)]
  await start(w, first.slug, { personId: w.cleo.id }, now)
  await start(w, second.slug, { personId: w.cleo.id }, '2026-06-03T10:00:00Z')
  await start(w, first.slug, { personId: w.ana.id }, now)
  await buys(w, w.cleo.id, '2026-06-04T10:00:00Z')
  await buys(w, w.ana.id, '2026-07-03T10:00:00Z')
  await followStarts(w.at('2026-06-04T11:00:00Z'))
  await followStarts(w.at('2026-07-03T11:00:00Z'))
  expect(await counts(w, first.id)).toEqual([2, 0, 0, 0])
  expect(await counts(w, second.id)).toEqual([1, 1, 0, 0])
})

test('people who start and do not buy are written to once, with consent alone, however many run', async () => {
  const w = await world()
  const { slug } = await givenFunnel(w)
  await start(w, slug, ruth)
  await start(w, slug, { ...ruth, name: 'No News', email: 'none@example.test', news: false })
  await start(w, slug, { ...ruth, name: 'Buyer', email: 'buyer@example.test' })
  await start(w, slug, { personId: w.cleo.id })
  const [buyer] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM people WHERE studio_id = ${w.studio.id} AND email = 'buyer@example.test'`)
  await buys(w, buyer!.id, '2026-06-02T11:00:00Z', 'later')
  const letters = () =>
    w.db.all<{ recipient: string; unsubscribe: string; text: string }>(sql`
      SELECT recipient, unsubscribe, text FROM outbox
      WHERE studio_id = ${w.studio.id} AND kind = 'offer-reminder'`)
  await remindStarts(w.at('2026-06-02T13:00:00Z'))
  expect(await letters()).toEqual([])
  await Promise.all([remindStarts(w.at(later)), remindStarts(w.at(later))])
  await remindStarts(w.at('2026-06-03T15:00:00Z'))
  const sent = await letters()
  expect(sent.map(({ recipient }) => recipient)).toEqual(['ruth@example.test'])
  expect(sent[0]!.unsubscribe).toContain('/unsubscribe/')
  expect(sent[0]!.text).toContain(`/offers/${slug}`)
  await start(w, slug, ruth, '2026-06-04T10:00:00Z')
  await remindStarts(w.at('2026-06-04T16:00:00Z'))
  expect(await letters()).toHaveLength(1)
})

const reminded = async (w: World) =>
  (
    await w.db.all<{ recipient: string }>(sql`
      SELECT recipient FROM outbox WHERE studio_id = ${w.studio.id} AND kind = 'offer-reminder'`)
  ).map(({ recipient }) => recipient)

test('no reminder goes out for an offer that is off sale or that the person has had before', async () => {
  const w = await world()
  const { slug } = await givenFunnel(w)
  await start(w, slug, ruth)
  await w.db.run(sql`UPDATE packages SET archived_at = ${now} WHERE studio_id = ${w.studio.id}`)
  await remindStarts(w.at(later))
  expect(await reminded(w)).toEqual([])

  const other = await world()
  await other.db.run(sql`UPDATE packages SET once_per_person = 1
    WHERE studio_id = ${other.studio.id}`)
  const intro = await givenFunnel(other)
  await start(other, intro.slug, ruth)
  const [known] = await other.db.all<{ id: string }>(sql`
    SELECT id FROM people WHERE studio_id = ${other.studio.id} AND email = ${ruth.email}`)
  await buys(other, known!.id, '2026-06-01T10:00:00Z')
  await remindStarts(other.at(later))
  expect(await reminded(other)).toEqual([])
})

/** The checkout of a purchase that a start led to. */
async function checkoutOf(w: World, personId: string): Promise<string> {
  const key = newKey()
  await w.db.run(sql`
    INSERT INTO checkouts (id, studio_id, token_hash, sealed, person_id, package_id, method,
      amount_minor, created_at, expires_at)
    VALUES (${key}, ${w.studio.id}, ${hashSecretToken(key)}, '', ${personId}, ${await packOf(w)},
      'desk', 0, ${now}, ${later})`)
  return key
}

test('a buyer keeps their start when somebody else types their address later; a start without a purchase moves on', async () => {
  const w = await world()
  const { id, slug } = await givenFunnel(w)
  await start(w, slug, { personId: w.cleo.id })
  await buys(w, w.cleo.id, '2026-06-02T11:00:00Z')
  const posing = await start(w, slug, { ...ruth, email: w.cleo.email }, '2026-06-02T12:00:00Z')
  if (!posing.ok) throw new Error(posing.reason)
  await followBuyer(w.at(later), posing.start, await checkoutOf(w, w.ben.id))
  await followStarts(w.at(later))
  expect(await counts(w, id)).toEqual([1, 1, 0, 0])
  const page = await funnelPage(w.at(later), id, 'paid')
  expect(page!.people.map(({ personId }) => personId)).toEqual([w.cleo.id])

  // Ruth typed another address before she signed in as Ana, who had started too: Ana’s counts.
  const typed = await start(w, slug, ruth)
  await start(w, slug, { personId: w.ana.id })
  if (!typed.ok) throw new Error(typed.reason)
  await followBuyer(w.at(later), typed.start, await checkoutOf(w, w.ana.id))
  await remindStarts(w.at(later))
  expect(await reminded(w)).not.toContain(ruth.email)
})

test('what was typed at a start fills in the checkout for two hours, and then no more', async () => {
  const w = await world()
  const { slug } = await givenFunnel(w)
  const begun = await start(w, slug, ruth)
  if (!begun.ok) throw new Error(begun.reason)
  await w.db.run(sql`UPDATE people SET phone = '07700 900999'
    WHERE studio_id = ${w.studio.id} AND email = ${ruth.email}`)
  expect(await typedAtStart(w.at('2026-06-02T12:00:01Z'), begun.start)).toBeNull()
})

test('a reminder waits while the person has reached the studio’s limit of letters, and counts towards it', async () => {
  const w = await world()
  const { slug } = await givenFunnel(w)
  await start(w, slug, ruth)
  const [known] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM people WHERE studio_id = ${w.studio.id} AND email = ${ruth.email}`)
  const had = (campaign: string, at: string) =>
    w.db.run(sql`
      INSERT INTO campaign_recipients (studio_id, campaign_id, person_id, outcome, at)
      VALUES (${w.studio.id}, ${campaign}, ${known!.id}, 'sent', ${at})`)
  await had('one', '2026-05-28T10:00:00Z')
  await had('two', '2026-05-28T11:00:00Z')
  await remindStarts(w.at(later))
  expect(await reminded(w)).toEqual([])
  await remindStarts(w.at('2026-06-03T15:00:00Z'))
  expect(await reminded(w)).toEqual([])
  await remindStarts(w.at('2026-06-04T15:00:00Z'))
  expect(await reminded(w)).toEqual([ruth.email])

  await had('three', '2026-06-04T16:00:00Z')
  const again = await givenFunnel(w)
  await start(w, again.slug, { personId: known!.id }, '2026-06-05T08:00:00Z')
  await remindStarts(w.at('2026-06-05T13:00:00Z'))
  expect(await reminded(w)).toHaveLength(1)
})

test('a visitor always sees the same version of a funnel page, and results are counted per version', async () => {
  const w = await world()
  const { id, slug } = await givenFunnel(w, { headlineB: 'Your first class is on us', textB: '' })
  const open = async (who: string) =>
    (await offerPage(w.at(now), null, { slug, counts: true, who }))!.funnel
  const read = await Promise.all(Array.from({ length: 40 }, (_, i) => open(`visitor ${i}`)))
  const second = read.filter(({ half }) => half === 'b')
  expect(second.length).toBeGreaterThan(8)
  expect(second.length).toBeLessThan(32)
  expect(new Set(second.map(({ headline }) => headline))).toEqual(
    new Set(['Your first class is on us']),
  )
  expect((await open('visitor 0')).half).toBe(read[0]!.half)
  const begin = (personId: string, half: 'a' | 'b', utm: string) =>
    startFunnel(w.at(now), slug, { ...{ key: newKey(), half, utm }, starter: { personId } })
  await begin(w.ana.id, 'a', 'google / spring')
  await begin(w.ben.id, 'b', '')
  await begin(w.ben.id, 'a', 'later')
  await buys(w, w.ana.id, '2026-06-02T11:00:00Z')
  await followStarts(w.at(later))
  const page = await funnelPage(w.at(later), id, 'started')
  expect(page!.halves.toSorted((a, b) => a.half.localeCompare(b.half))).toEqual([
    { half: 'a', started: 1, paid: 1 },
    { half: 'b', started: 1, paid: 0 },
  ])
  expect(page!.campaigns).toEqual([{ utm: 'google / spring', started: 1, paid: 1, attended: 0 }])
  const told = halvesView(page!.funnel, page!.halves)
  expect(told.note).toContain('Too few people')
  expect(told.rows.map(({ views }) => Number(views)).reduce((sum, n) => sum + n)).toBe(41)
})

test('what would come of more people is a range around the shares of those before, and nothing without them', () => {
  const counts = { views: 900, started: 100, paid: 40, booked: 30, attended: 20 }
  const [paid] = simulated(counts, 200)!
  expect(paid).toMatchObject({ about: 80 })
  expect(paid!.least).toBeLessThan(70)
  expect(paid!.most).toBeGreaterThan(90)
  expect(simulated({ ...counts, started: 9 }, 200)).toBeNull()
})

test('the range stays wide where nobody or everybody went on so far', () => {
  const [nobody] = simulated({ views: 90, started: 10, paid: 0, booked: 0, attended: 0 }, 1_000)!
  expect(nobody).toMatchObject({ about: 0, least: 0 })
  expect(nobody!.most).toBeGreaterThan(150)
  const [all] = simulated({ views: 90, started: 10, paid: 10, booked: 0, attended: 0 }, 1_000)!
  expect(all).toMatchObject({ about: 1_000, most: 1_000 })
  expect(all!.least).toBeLessThan(850)
})

/** Saves a funnel as it is, but for `more`. */
async function change(w: World, id: string, more: object) {
  const { funnel } = (await funnelPage(w.at(now), id, 'started'))!
  const { name, slug, headline, text, headlineB, textB, packageId, planId, coupon, version } =
    funnel
  const offer = packageId ? `pack:${packageId}` : `plan:${planId}`
  const form = { key: newKey(), name, slug, headline, text, headlineB, textB, coupon, version }
  expect(await saveFunnel(w.asDesk(now), id, { ...form, offer, reminds: true, ...more })).toEqual({
    ok: true,
  })
}

test('a second text without a headline of its own is tried under the first headline', async () => {
  const w = await world()
  const { id, slug } = await givenFunnel(w, { headlineB: '', textB: 'Bring a friend.' })
  const read = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const page = await offerPage(w.at(now), null, { slug, counts: true, who: `visitor ${i}` })
      const { half, headline, text } = page!.funnel
      return { half, headline, text }
    }),
  )
  const { funnel } = (await funnelPage(w.at(now), id, 'started'))!
  const second = read.filter(({ half }) => half === 'b')
  expect(second).toHaveLength(funnel.viewsB)
  expect(read.filter(({ half }) => half === 'a')).toHaveLength(funnel.viewsA)
  expect(second[0]).toEqual({ half: 'b', headline: funnel.headline, text: 'Bring a friend.' })
  expect(halvesView(funnel, []).rows[1]!.headline).toBe('The same, with the second text')
})

test('a trial counts from the moment its words change, and other changes of the funnel keep its counts', async () => {
  const w = await world()
  const { id, slug } = await givenFunnel(w)
  // Who opened it before two pages were tried counts for neither.
  for (let i = 0; i < 5; i += 1)
    await offerPage(w.at(now), null, { slug, counts: true, who: `early ${i}` })
  await change(w, id, { headlineB: 'Your first class is on us' })
  for (let i = 0; i < 20; i += 1)
    await offerPage(w.at(now), null, { slug, counts: true, who: `visitor ${i}` })
  await startFunnel(w.at(now), slug, {
    ...{ key: newKey(), half: 'b', utm: '' },
    starter: { personId: w.ana.id },
  })
  const read = async () => (await funnelPage(w.at(later), id, 'started'))!
  const { viewsA, viewsB: seen } = (await read()).funnel
  expect(seen).toBeGreaterThan(0)
  expect(viewsA + seen).toBe(20)
  await change(w, id, { name: 'Another name' })
  expect([(await read()).funnel.viewsB, (await read()).halves]).toEqual([
    seen,
    [{ half: 'b', started: 1, paid: 0 }],
  ])
  await change(w, id, { headlineB: 'Come and see us' })
  expect((await read()).funnel).toMatchObject({ views: 25, viewsA: 0, viewsB: 0 })
  expect((await read()).halves).toEqual([])
  expect((await read()).people).toHaveLength(1)
})

test('the note says when nobody has started on one of two compared pages', () => {
  const seen = { headline: 'A', headlineB: 'B', viewsA: 300, viewsB: 300 }
  expect(halvesView(seen, [{ half: 'a', started: 20, paid: 9 }]).note).toBe(
    'Nobody has started on one of the two yet.',
  )
})

test('the campaign that led to a page is read from its address', () => {
  const search = new URLSearchParams('utm_source=google&utm_campaign=spring&other=1')
  expect(utmOf(search)).toBe('google / spring')
  expect(utmOf(new URLSearchParams())).toBe('')
})
