import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { type MintedAccount, mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { open, send } from '../../support/sales/desk-forms.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'
import { workerOrigin as origin } from '../../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let owner: string
let manager: string
let desk: string
let coach: string

const cookieOf = async (account: MintedAccount) =>
  (await mintSession(databases, account, { variables: inject('variables') })).cookie

const staff = async (role: 'owner' | 'manager' | 'front_desk' | 'coach', name: string) =>
  cookieOf(await mintAccount(databases, { studio: week.studio, role, name }))

/** What a person does on the stand-in's page. */
const press = (url: string, fields: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

const linkTo = (html: string, words: string): string => {
  const found = new RegExp(`<a[^>]*href="(http[^"]+)"[^>]*>${words}`).exec(html)
  return (found?.[1] ?? '').replaceAll('&amp;', '&')
}

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  owner = await staff('owner', 'Olu Owner')
  manager = await staff('manager', 'Mina Manager')
  desk = await staff('front_desk', 'Dana Desk')
  coach = await staff('coach', 'Cas Coach')
  const begun = await send(paths.manageBanking(week.studio), owner, {})
  const connect = await open(begun.location, owner)
  const back = await press(linkTo(connect.html, 'Continue to Stripe'))
  await open(back.headers.get('Location')!.replace(origin, ''), owner)
})

afterAll(releaseClock)

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

/** A card that is kept by its holder, on Stripe's page. */
async function keepCard(cookie: string, number: string) {
  const begun = await send(paths.portalCards(week.studio), cookie, {})
  const page = await open(begun.location, cookie)
  await press(linkTo(page.html, 'Save a card with Stripe'), { number })
  await open(begun.location, cookie)
}

const stepsIn = (html: string) =>
  [...html.matchAll(/name="step" value="([^"]+)"/g)].map(([, id]) => id!)
const inPage = (html: string) => html.replace(/<script[\s\S]*?<\/script>/g, '')
const madeLink = (html: string) => />([^<]*\/pay-link\/[\w-]+)</.exec(html)?.[1] ?? ''
const audited = (invoiceId: string) =>
  databases.shard(week.studio.shard as 0 | 1).all<{ action: string; by: string }>(sql`
    SELECT action, actor_name AS by FROM audit_entries
    WHERE studio_id = ${week.studio.id} AND subject_id = ${invoiceId}
      AND action <> 'invoice.made' ORDER BY rowid`)

test('the desk charges a card, reads what comes of it, and gets the money by a link that it makes', async () => {
  const { studio, ana } = week
  await keepCard(await cookieOf(ana), '4000 0000 0000 0341')
  const invoiceId = await invoiceOf(ana.personId, '50.00')
  const page = paths.manageInvoice(studio, invoiceId)
  const acts = paths.manageInvoiceAct(studio, invoiceId, 'collecting')
  expect((await open(page, desk)).html).toContain('Charge £50.00 to Visa ending 0341 now')

  expect((await send(acts, coach, { act: 'retry' })).status).toBe(403)
  const tried = await send(acts, desk, { act: 'retry' })
  expect([tried.status, tried.location]).toEqual([303, page])
  const calendar = await open(page, desk)
  expect(calendar.html).toContain('The card could not be charged')
  expect(calendar.html).toContain('There isn’t enough money on the account.')
  expect(calendar.html).toContain('Dana Desk asked for it.')
  expect(calendar.html).toContain('a pay link.')
  expect(inPage(calendar.html).match(/Visa ending 0341 is tried again/g)).toHaveLength(3)
  expect(calendar.html).toContain('Try the card again now')

  // Skipping is for managers.
  expect(stepsIn(calendar.html)).toEqual([])
  const steps = stepsIn((await open(page, manager)).html)
  expect(steps).toHaveLength(3)
  expect((await send(acts, desk, { act: 'skip', step: steps[0]! })).status).toBe(403)
  expect((await send(acts, manager, { act: 'skip' })).status).toBe(422)
  for (let times = 0; times < 2; times += 1) {
    const skipped = await send(acts, manager, { act: 'skip', step: steps[0]! })
    expect([skipped.status, skipped.location]).toEqual([303, page])
  }
  const left = await open(page, manager)
  expect(stepsIn(left.html)).toEqual(steps.slice(1))
  expect(left.html).toContain('Mina Manager skipped charging the card')

  const made = await send(acts, desk, { act: 'make' })
  expect(made.status).toBe(200)
  const first = madeLink(made.html).replace(origin, '')
  expect(first).toContain(`/${studio.slug}/pay-link/`)
  // It is shown once, and works for anyone.
  expect(madeLink((await open(acts, desk)).html)).toBe('')
  expect((await open(first, '')).html).toContain('Pay £50.00')
  expect((await send(acts, desk, { act: 'revoke' })).location).toBe(page)
  expect((await open(first, '')).status).toBe(410)
  expect((await open(acts, desk)).html).not.toContain('Revoke pay links')

  const second = madeLink((await send(acts, desk, { act: 'make' })).html)
  const begun = await send(second.replace(origin, ''), '', {})
  const stripe = await open(begun.location, '')
  const back = await press(linkTo(stripe.html, 'Pay £50.00 with Stripe'), {
    number: '4242 4242 4242 4242',
  })
  await open(back.headers.get('Location')!.replace(origin, ''), '')
  const paid = await open(page, manager)
  expect(paid.html).toContain('Paid online')
  expect(paid.html).toContain('The card could not be charged')
  expect(stepsIn(paid.html)).toEqual([])
  expect(paid.html).not.toContain('Try the card again now')
  expect(paid.html).not.toContain('Make a pay link')

  // What was on a page that somebody still had open changes nothing more.
  await send(acts, desk, { act: 'retry' })
  expect((await send(acts, manager, { act: 'skip', step: steps[1]! })).status).toBe(422)
  expect(madeLink((await send(acts, desk, { act: 'make' })).html)).toBe('')
  expect(inPage((await open(page, manager)).html).match(/Paid online/g)).toHaveLength(1)
  expect(await audited(invoiceId)).toEqual([
    { action: 'invoice.charged', by: 'Dana Desk' },
    { action: 'invoice.step_skipped', by: 'Mina Manager' },
    { action: 'invoice.pay_link_made', by: 'Dana Desk' },
    { action: 'invoice.pay_links_revoked', by: 'Dana Desk' },
    { action: 'invoice.pay_link_made', by: 'Dana Desk' },
  ])
})

test('a payer without a card is not charged, and says so', async () => {
  const { studio, cleo } = week
  const invoiceId = await invoiceOf(cleo.personId, '12.00')
  const page = paths.manageInvoice(studio, invoiceId)
  const { html } = await open(page, desk)
  expect(html).toContain('has no card kept.')
  expect(html).not.toContain('value="retry"')
  expect(html).toContain('Make a pay link')
  const acts = paths.manageInvoiceAct(studio, invoiceId, 'collecting')
  expect((await send(acts, desk, { act: 'retry' })).status).toBe(422)
  expect(await audited(invoiceId)).toEqual([])
})

test('a manager sets the days of retries and of grace, and is told what is wrong with them', async () => {
  const { studio } = week
  const page = paths.manageFailedPayments(studio)
  expect((await open(page, desk)).status).toBe(403)
  expect((await open(page, manager)).html).toContain('value="1, 3, 7"')
  for (const [retryDays, graceDays, words] of [
    ['3, 1', '3', 'each later than the one before'],
    ['0, 2', '3', 'each later than the one before'],
    ['1, 2, 3, 4, 5, 6', '3', 'each later than the one before'],
    ['1, 3', '31', 'Enter 0 to 30 days'],
    ['1, 3', 'soon', 'Enter 0 to 30 days'],
  ] as const) {
    const wrong = await send(page, manager, { retryDays, graceDays })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain(words)
    expect(wrong.html).toContain(`value="${retryDays}"`)
    expect(wrong.html).toContain(`value="${graceDays}"`)
  }
  expect((await send(page, manager, { retryDays: '2 5', graceDays: '4' })).status).toBe(303)
  expect((await open(page, manager)).html).toContain('value="2, 5"')
  const list = await open(paths.manageSettings(studio), manager)
  expect(list.html).toContain('The card is tried again after 2 and 5 days. Booking stops after 4')
  const byHand = { retryDays: '2 5', graceDays: '4' }
  for (const handGraceDays of ['-1', '0.5', '91', 'soon']) {
    const wrong = await send(page, manager, { ...byHand, handGraceDays })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('Enter a number of days from 0 to 90, or leave this blank')
    expect(wrong.html).toContain(`value="${handGraceDays}"`)
  }
  const kept = { ...byHand, handGraceDays: '21', remindsUnpaid: 'on' }
  expect((await send(page, manager, kept)).status).toBe(303)
  expect((await open(paths.manageSettings(studio), manager)).html).toContain(
    'Paid by hand, it stops after 21 days.',
  )
  // Somebody who had it open from before is not to write over it.
  const stale = { retryDays: '1', graceDays: '1', version: '0' }
  expect((await send(page, manager, stale)).status).toBe(422)
  expect((await send(page, manager, { retryDays: '', graceDays: '0' })).status).toBe(303)
  expect((await open(paths.manageSettings(studio), manager)).html).toContain(
    'The card isn’t tried again. Booking stops the day after.',
  )
})
