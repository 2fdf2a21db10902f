import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { hashSecretToken } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import { pathFor } from '#app/paths/path-for.ts'
import { paths } from '#app/paths.ts'
import { type MintedAccount, mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, isolateText, releaseClock } from '../../support/member-pages.ts'
import { open, send } from '../../support/sales/desk-forms.ts'
import { signed } from '../../support/stripe/stand-in.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'
import { workerOrigin as origin } from '../../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let other: Week
let owner: string
let manager: string

const cookieOf = async (account: MintedAccount) =>
  (await mintSession(databases, account, { variables: inject('variables') })).cookie

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  other = await mintWeek(databases)
  const { studio } = week
  owner = await cookieOf(await mintAccount(databases, { studio, role: 'owner', name: 'Olu Owner' }))
  manager = await cookieOf(
    await mintAccount(databases, { studio, role: 'manager', name: 'Mina Manager' }),
  )
})

afterAll(releaseClock)

const linkTo = (html: string, words: string): string => {
  const found = new RegExp(`<a[^>]*href="(http[^"]+)"[^>]*>${words}`).exec(html)
  return (found?.[1] ?? '').replaceAll('&amp;', '&')
}
const press = (url: string, fields: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

/** What a person does on the stand-in's page. */
const payOn = (url: string, number = '4242 4242 4242 4242') => press(url, { number })

const tell = (event: object, { age = 0, secret }: { age?: number; secret?: string } = {}) => {
  const body = JSON.stringify(event)
  const at = Math.floor(Date.now() / 1000) - age
  return fetch(`${origin}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'Stripe-Signature': signed(body, at, secret) },
    body,
  })
}

async function accountOf(studioId: string): Promise<string> {
  const [row] = await databases.directory.all<{ ref: string }>(sql`
    SELECT account_ref AS ref FROM merchant_studios WHERE studio_id = ${studioId}`)
  return row?.ref ?? ''
}

test('an owner connects Stripe by the pages, and a manager can’t', async () => {
  const { studio } = week
  const banking = paths.manageBanking(studio)
  expect((await open(banking, manager)).status).toBe(403)
  expect((await open(banking, owner)).html).toContain('Connect Stripe')
  const connected = await send(banking, owner, {})
  expect(connected.location).toBe(`${banking}?to=stripe`)
  const on = await open(connected.location, owner)
  expect(on.html).toContain('a bank account')
  const url = linkTo(on.html, 'Continue to Stripe')
  const back = (await press(url)).headers.get('Location')!
  const after = await open(back.replace(origin, ''), owner)
  expect(after.html).toContain('Taking payments')
  expect(after.html).toContain('Test mode')
})

/** An invoice by hand, opened by its forms; answers its id. */
async function invoiceOf(personId: string, price: string): Promise<string> {
  const { studio } = week
  const begun = await send(paths.manageDraftNew(studio, { person: personId }), manager, {})
  const line = { what: 'Private lesson', quantity: '1', price, tax: '0' }
  await send(`${begun.location}/line`, manager, line)
  const { html } = await open(begun.location, manager)
  const version = html.match(/name="version" value="(\d+)"/)?.[1] ?? ''
  const opened = await send(`${begun.location}/open`, manager, { version })
  return opened.location.split('/').at(-1)!
}

test('a member pays an invoice without scripts, and webhooks change nothing twice', async () => {
  const { studio, ana } = week
  const cookie = await cookieOf(ana)
  const invoiceId = await invoiceOf(ana.personId, '75.00')
  const page = paths.portalInvoice(studio, invoiceId)
  expect((await open(page, cookie)).html).toContain('Pay £75.00 online')
  const pay = paths.portalInvoicePayment(studio, invoiceId)
  const begun = await button(pay, cookie)
  expect(begun.status).toBe(303)
  const payment = begun.location
  const shown = await open(payment, cookie)
  expect(shown.html).not.toMatch(/<script(?! type="application\/ld)/)
  const url = linkTo(shown.html, 'Pay £75.00 with Stripe')
  // Another member has nothing to see of it.
  expect((await open(payment, await cookieOf(week.cleo))).status).toBe(404)
  expect((await open(page, await cookieOf(week.cleo))).status).toBe(404)

  const attempt = payment.split('/').at(-1)!
  const account = await accountOf(studio.id)
  const event = {
    id: 'evt_paid',
    object: 'event',
    type: 'checkout.session.completed',
    account,
    data: { object: { metadata: { attempt } } },
  }
  // Nothing is believed of an event: nobody has paid.
  expect((await tell(event)).status).toBe(200)
  expect((await open(page, cookie)).html).toContain('Pay £75.00 online')

  const back = (await payOn(url)).headers.get('Location')!
  expect(back).toBe(origin + payment)
  const bad = await Promise.all([
    tell(event, { secret: 'whsec_of_somebody_else' }),
    tell(event, { age: 301 }),
    fetch(`${origin}/webhooks/stripe`, { method: 'POST', body: JSON.stringify(event) }),
    fetch(`${origin}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'Stripe-Signature': 't=1,v1=00' },
      body: '{}',
    }),
  ])
  expect(bad.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  // The other studio's account has no such payment.
  expect(
    (await tell({ ...event, id: 'evt_other', account: await accountOf(other.studio.id) })).status,
  ).toBe(200)
  const told = await Promise.all(Array.from({ length: 50 }, () => tell(event)))
  expect(told.every(({ status }) => status === 200)).toBe(true)
  expect((await tell({ ...event, id: 'evt_new', type: 'unknown.kind' })).status).toBe(200)

  const done = await open(payment, cookie)
  expect(done.html).toContain('Paid £75.00')
  const after = await open(page, cookie)
  expect(after.html).not.toContain('Pay £75.00 online')
  expect(after.html.match(/Paid online/g)).toHaveLength(1)
  expect((await button(pay, cookie)).status).toBe(422)
  const db = databases.shard(studio.shard as 0 | 1)
  expect(
    await db.all(sql`SELECT amount_minor AS minor FROM payments
      WHERE studio_id = ${studio.id} AND method = 'online'`),
  ).toEqual([{ minor: 7_500 }])
})

/** A press on a button whose form has no fields. */
async function button(path: string, cookie: string) {
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { cookie, origin },
    redirect: 'manual',
  })
  return { status: answer.status, location: answer.headers.get('location') ?? '' }
}

test('a pack is bought from the price list, and a card is added and removed', async () => {
  const { studio, cleo } = week
  const cookie = await cookieOf(cleo)
  const prices = await open(paths.prices(studio), cookie)
  const buy = linkIn(prices.html, 'checkout\\?pack=')
  const shown = await open(buy, cookie)
  expect(shown.html).not.toMatch(/<script(?! type="application\/ld)/)
  const begun = await send(buy, cookie, { method: 'online' })
  expect(begun.status).toBe(303)
  const pay = await open(begun.location, cookie)
  await payOn(linkTo(pay.html, 'Pay £[\\d.]+ with Stripe'))
  expect((await open(begun.location, cookie)).html).toContain('Bought and paid')
  // A press sent again is the same purchase.
  expect((await open(begun.location, cookie)).html).toContain('Receipt')

  const cards = paths.portalCards(studio)
  expect((await open(cards, cookie)).html).toContain('Visa ending 4242')
  // A minute on, as the one added last is the one that is charged.
  await freezeClock('2026-10-13T11:11:00Z')
  const refused = await button(cards, cookie)
  const add = await open(refused.location, cookie)
  const url = linkTo(add.html, 'Save a card with Stripe')
  expect((await payOn(url, '4000 0000 0000 0002')).status).toBe(402)
  await payOn(url, '4000 0000 0000 0341')
  expect((await open(refused.location, cookie)).html).toContain('Card saved')
  const both = await open(cards, cookie)
  const id =
    /aria-label="Remove Visa ending 0341"[^>]*value="([^"]+)"|value="([^"]+)" aria-label="Remove Visa ending 0341"/.exec(
      both.html,
    )
  const card = id?.[1] ?? id?.[2] ?? ''
  // The newest is charged, until its holder chooses another.
  const usedIn = (html: string) =>
    /<b>([^<]+)<\/b>(?:(?!<li)[\s\S])*?Used for payments/.exec(html)?.[1]
  expect(usedIn(both.html)).toBe('Visa ending 0341')
  const older =
    /aria-label="Use this for payments: Visa ending 4242"[^>]*value="([^"]+)"|value="([^"]+)" aria-label="Use this for payments: Visa ending 4242"/.exec(
      both.html,
    )
  const choose = older?.[1] ?? older?.[2] ?? ''
  await freezeClock('2026-10-13T11:20:00Z')
  expect((await send(cards, await cookieOf(week.ana), { choose })).status).toBe(404)
  expect((await send(cards, cookie, { choose })).status).toBe(303)
  expect(usedIn((await open(cards, cookie)).html)).toBe('Visa ending 4242')
  await freezeClock(weekNow)
  // Nobody removes a card of another.
  expect((await send(cards, await cookieOf(week.ana), { remove: card })).status).toBe(404)
  expect((await send(cards, cookie, { remove: card })).status).toBe(303)
  expect((await open(cards, cookie)).html).not.toContain('ending 0341')
})

test('a parent who has chosen a child buys for the child, pays, and finds the invoice', async () => {
  const { studio } = week
  const dee = await mintAccount(databases, { studio, name: 'Dee Parker' })
  const cookie = await cookieOf(dee)
  const family = paths.portalFamily(studio)
  const child = { name: 'Nia Parker', birthDate: '2016-05-04' }
  expect((await send(family, cookie, child)).status).toBe(303)
  const nia = /home\/timetable\?who=(\w+)/.exec((await open(family, cookie)).html)?.[1] ?? ''
  const buy = pathFor(paths.checkout(studio, { pack: await packOf(studio) }), nia)
  expect(isolateText((await open(buy, cookie)).html)).toContain('For Nia. You pay.')
  const begun = await send(buy, cookie, { method: 'online' })
  expect(begun.status).toBe(303)
  const pay = await open(begun.location, cookie)
  await payOn(linkTo(pay.html, 'Pay £[\\d.]+ with Stripe'))
  const receipt = await open(pathFor(begun.location, nia), cookie)
  expect(receipt.html).toContain('It is Nia’s')
  expect(receipt.html).not.toContain('Create an account')
  // Back to themselves, it is still theirs to see, and the invoice is on their account.
  const own = await open(pathFor(begun.location, dee.personId!), cookie)
  expect(own.html).toContain('See the invoice')
  expect((await open(paths.portalInvoices(studio), cookie)).html).toContain('Paid')
  const lots = await databases.shard(studio.shard as 0 | 1).all<{ personId: string }>(sql`
    SELECT person_id AS personId FROM lots WHERE studio_id = ${studio.id}
      AND person_id IN (${nia}, ${dee.personId})`)
  expect(lots).toEqual([{ personId: nia }])
})

test('where a studio is not connected, nothing is offered and nothing begins', async () => {
  const { studio, ana } = other
  const cookie = await cookieOf(ana)
  const pack = await packOf(studio)
  const here = paths.checkout(studio, { pack })
  const page = await open(here, cookie)
  expect(page.html).toContain('pay at the desk')
  expect(page.html).not.toContain('Stripe')
  const online = await send(here, cookie, { method: 'online' })
  expect(online.status).toBe(422)
  expect(online.html).toContain('Pay at the desk')
  // A package of the other studio is none here.
  const foreign = paths.checkout(week.studio, { pack })
  expect((await open(foreign, await cookieOf(week.cleo))).status).toBe(404)
})

/** A package that is sold. */
async function packOf(studio: { id: string; shard: number }): Promise<string> {
  const [row] = await databases.shard(studio.shard as 0 | 1).all<{ id: string }>(sql`
    SELECT id FROM packages WHERE studio_id = ${studio.id} AND archived_at IS NULL
      AND once_per_person = 0`)
  return row!.id
}

/** Where the first link whose address has it leads. */
function linkIn(html: string, address: string): string {
  const found = new RegExp(`href="([^"]*${address}[^"]*)"`).exec(html)?.[1] ?? ''
  return found.replaceAll('&amp;', '&')
}

test('somebody without an account buys a class with three fields and no script, from the class to the receipt', async () => {
  const { studio } = week
  const [free] = await databases.shard(studio.shard as 0 | 1).all<{ id: string }>(sql`
    SELECT o.id FROM occurrences AS o JOIN class_types AS type ON type.id = o.class_type_id
    WHERE o.studio_id = ${studio.id} AND o.kind = 'class' AND o.state = 'scheduled'
      AND o.starts_at > ${weekNow} AND o.opens_at <= ${weekNow} AND type.minimum_level_id IS NULL
      AND o.capacity > (SELECT count(*) FROM bookings AS b WHERE b.occurrence_id = o.id) + 2
    ORDER BY o.starts_at LIMIT 1 OFFSET 3`)
  await databases.shard(studio.shard as 0 | 1).run(sql`
    UPDATE class_types SET drop_in_minor = 1200 WHERE studio_id = ${studio.id}`)
  const prices = await open(paths.prices(studio, { for: free!.id }), '')
  const book = linkIn(prices.html, 'checkout\\?class=')
  const page = await open(book, '')
  expect(page.status).toBe(200)
  expect(page.html).not.toMatch(/<script(?! type="application\/ld)/)
  // The code of a gift card is folded away: nobody needs it to buy.
  const asked = page.html.replace(/<details class="code">[\s\S]*?<\/details>/, '')
  expect(asked.match(/<input(?! type="hidden")/g)).toHaveLength(3)
  const wrong = await send(book, '', { name: 'Ruth Okafor', email: 'ruth', method: 'online' })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('Enter an email address like name@example.com')
  expect(wrong.html).toContain('value="Ruth Okafor"')
  const typed = { name: 'Ruth Okafor', email: 'ruth.okafor@example.test', phone: '' }
  const begun = await send(book, '', { ...typed, method: 'online' })
  expect(begun.status).toBe(303)
  const pay = await open(begun.location, '')
  const back = (await payOn(linkTo(pay.html, 'Pay £12.00 with Stripe'))).headers.get('Location')!
  expect(back).toBe(origin + begun.location)
  const receipt = await open(begun.location, '')
  expect(receipt.html).toContain('See you there, Ruth')
  expect(receipt.html).toContain('Booked and paid')
  expect(receipt.html).toContain('£12.00')
  // Its address is its buyer's alone.
  expect((await open(`${begun.location.slice(0, -1)}x`, '')).status).toBe(404)
  expect((await open(begun.location.replace(studio.slug, other.studio.slug), '')).status).toBe(404)
})

test('somebody without an account who turns back goes on with the place that is theirs, the last one', async () => {
  const { studio } = week
  const shard = databases.shard(studio.shard as 0 | 1)
  const [last] = await shard.all<{ id: string }>(sql`
    SELECT o.id FROM occurrences AS o JOIN class_types AS type ON type.id = o.class_type_id
    WHERE o.studio_id = ${studio.id} AND o.kind = 'class' AND o.state = 'scheduled'
      AND o.starts_at > ${weekNow} AND o.opens_at <= ${weekNow} AND type.minimum_level_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM bookings AS b WHERE b.occurrence_id = o.id)
    ORDER BY o.starts_at LIMIT 1 OFFSET 1`)
  await shard.run(sql`UPDATE class_types SET drop_in_minor = 1200 WHERE studio_id = ${studio.id}`)
  await shard.run(sql`UPDATE occurrences SET capacity = 2 WHERE id = ${last!.id}`)
  const here = paths.checkout(studio, { class: last!.id })
  const ivy = { name: 'Ivy Brook', email: 'ivy.brook@example.test', phone: '' }
  const begun = await send(here, '', { ...ivy, method: 'online' })
  expect(begun.cookie).toContain('checkout-')
  await shard.run(sql`UPDATE occurrences SET capacity = 1 WHERE id = ${last!.id}`)
  const others = await open(here, '')
  expect(others.html).toContain('data-refusal="class"')
  expect(others.html).not.toContain('You began to pay')
  const back = await open(here, begun.cookie)
  expect(back.html).toContain('You began to pay')
  expect(back.html).not.toContain('data-refusal')
  expect(linkIn(back.html, '/checkout/\\w{24}')).toBe(begun.location)
  const pay = await open(begun.location, '')
  expect(pay.html).toContain('Choose another way to pay')
  await payOn(linkTo(pay.html, 'Pay £12.00 with Stripe'))
  expect((await open(begun.location, '')).html).toContain('See you there, Ivy')
  expect((await open(here, begun.cookie)).html).not.toContain('You began to pay')
})

test('an invoice is paid by its link without signing in, and the link is good once', async () => {
  const { studio, ana } = week
  const invoiceId = await invoiceOf(ana.personId, '41.00')
  const secret = `link-of-${invoiceId}`
  const shard = databases.shard(studio.shard as 0 | 1)
  const keep = (id: string, hash: string, expiresAt: string) =>
    shard.run(sql`
      INSERT INTO pay_links (id, studio_id, invoice_id, payer_id, hash, created_at, expires_at)
      VALUES (${id}, ${studio.id}, ${invoiceId}, ${ana.personId}, ${hash}, ${weekNow},
        ${expiresAt})`)
  await keep(`good-${invoiceId}`, hashSecretToken(secret), '2199-01-01T00:00:00Z')
  await keep(`old-${invoiceId}`, hashSecretToken(`old-${secret}`), '2020-01-01T00:00:00Z')
  const page = paths.payLink(studio, secret)
  const shown = await open(page, '')
  expect(shown.status).toBe(200)
  expect(shown.html).toContain('Pay £41.00')
  expect(shown.html).not.toContain(ana.name)
  expect((await open(paths.payLink(studio, `old-${secret}`), '')).status).toBe(410)
  expect((await button(paths.payLink(studio, `old-${secret}`), '')).status).toBe(410)
  expect((await open(paths.payLink(studio, 'guessed'), '')).status).toBe(404)
  expect((await open(paths.payLink(other.studio, secret), '')).status).toBe(404)

  const begun = await button(page, '')
  expect(begun.status).toBe(303)
  const url = linkTo((await open(begun.location, '')).html, 'Pay £41.00 with Stripe')
  const back = (await payOn(url)).headers.get('Location')!
  expect(back).toBe(origin + begun.location)
  expect((await open(begun.location, '')).html).toContain('Paid £41.00')
  const used = await open(page, '')
  expect(used.status).toBe(410)
  expect(used.html).toContain('This invoice is paid')
  expect((await button(page, '')).status).toBe(410)
  // Of another payment the link shows nothing.
  expect((await open(`${page}?done=guessed`, '')).status).toBe(410)
})
