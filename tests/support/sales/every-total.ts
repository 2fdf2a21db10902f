/** Random histories of money in a studio, and every page that adds it up asked for the same penny. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { saveDraftLine, startDraft } from '#app/domain/billing/drafts/change-draft.server.ts'
import { draftLineForm } from '#app/domain/billing/drafts/draft-forms.ts'
import { openDraft } from '#app/domain/billing/drafts/open-draft.server.ts'
import { expireGiftCards } from '#app/domain/billing/gift-cards/expire-gift-cards.server.ts'
import {
  closeAsMistake,
  writeOffInvoice,
} from '#app/domain/billing/invoices/close-invoice.server.ts'
import { discountInvoice } from '#app/domain/billing/invoices/discount-invoice.server.ts'
import { onlinePaymentStatements } from '#app/domain/billing/invoices/online-payment-statements.server.ts'
import { payOutCredit } from '#app/domain/billing/invoices/pay-out-credit.server.ts'
import { isMoney, type PaymentMethod } from '#app/domain/billing/invoices/payment-words.ts'
import { refundInvoice } from '#app/domain/billing/invoices/refund-invoice.server.ts'
import { reopenInvoice } from '#app/domain/billing/invoices/reopen-invoice.server.ts'
import { lostPaymentStatements } from '#app/domain/billing/invoices/reversed-payment-statements.server.ts'
import { splitInvoice } from '#app/domain/billing/invoices/split-invoice.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import { voidOpenItemsStatement } from '#app/domain/billing/open-items.server.ts'
import { cancelForPerson } from '#app/domain/bookings/cancelling/cancel-for-person.server.ts'
import { changePayer } from '#app/domain/bookings/paying/change-payer.server.ts'
import { payerKey } from '#app/domain/bookings/paying/payer-words.ts'
import { findPlaceToPay } from '#app/domain/bookings/paying/place-to-pay.server.ts'
import { addWalkIn } from '#app/domain/bookings/roster/add-walk-in.server.ts'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { reverseOutcome } from '#app/domain/bookings/roster/reverse-outcome.server.ts'
import { pastMembersOf } from '#app/domain/farewells/past-members-page.server.ts'
import { salesPage } from '#app/domain/insights/recurring/sales-page.server.ts'
import { personPage } from '#app/domain/overview/person-page.server.ts'
import { personProfile } from '#app/domain/overview/person-profile-words.ts'
import { accountPaymentPage } from '#app/domain/sales/account/account-payment-page.server.ts'
import { accountsPage, exportAccounts } from '#app/domain/sales/accounts/accounts-page.server.ts'
import { incomeWords } from '#app/domain/sales/accounts/income-kinds.ts'
import { voidGiftCard } from '#app/domain/sales/gift-cards/void-gift-card.server.ts'
import { exportInvoices } from '#app/domain/sales/invoices/export-invoices.server.ts'
import { invoiceFilters } from '#app/domain/sales/invoices/invoice-filters.ts'
import { invoicesListPage } from '#app/domain/sales/invoices/invoices-list-page.server.ts'
import { myInvoicesPage } from '#app/domain/sales/invoices/my-invoices-page.server.ts'
import { sellMembership } from '#app/domain/sales/memberships/sell-membership.server.ts'
import { takenStatement } from '#app/domain/sales/overview/sales-desk.server.ts'
import { packRefundFacts } from '#app/domain/sales/refunds/pack-refund.server.ts'
import { refundPack } from '#app/domain/sales/refunds/refund-pack.server.ts'
import { sellPackage } from '#app/domain/sales/sell/sell-package.server.ts'
import { takingsPage } from '#app/domain/sales/takings-page.server.ts'
import type { CsvCell } from '#app/values/csv.ts'
import { formatsAt } from '#app/values/formats.ts'
import { newId } from '#app/values/id.ts'
import { parseMinor } from '#app/values/money.ts'
import { addDays } from '#app/values/zone.ts'
import { type Person, type World, world } from '../world.ts'
import { figuresAgree } from './figures-agree.ts'
import { givenCard } from './gift-cards.ts'
import { billAt, givenPlan } from './memberships.ts'
import { givenMoneyRules } from './money-histories.ts'
import { asManager, minuteOf } from './pay-invoices.ts'

const acts = [
  ...['drop in', 'class by pack', 'late cancel', 'cancel', 'no-show', 'correct', 'payer'],
  ...['pack', 'membership', 'draft', 'pay', 'pay', 'pay out', 'discount', 'refund'],
  ...['refund pack', 'void', 'write off', 'reopen', 'split'],
  ...['sell card', 'pay by card', 'pay by card', 'void card', 'card expires'],
  ...['credit out', 'void one line'],
] as const

/** Payments online too, which the payer's bank takes back. Apart: seeds of histories stay what they are. */
const actsOnline = [
  ...['drop in', 'pack', 'membership', 'draft', 'pay', 'pay online', 'pay online'],
  ...['lose', 'lose', 'discount', 'refund', 'void one line', 'write off', 'reopen', 'put back'],
  ...['credit out', 'split'],
] as const

type Act = (typeof acts | typeof actsOnline)[number]

const historyOf = (what: readonly Act[]) =>
  fc.array(
    fc.record({
      what: fc.constantFrom(...what),
      who: fc.nat(1),
      nr: fc.nat(11),
      minor: fc.integer({ min: 1, max: 9_000 }),
      after: fc.constantFrom(0, 0, 1, 3, 9),
    }),
    { minLength: 3, maxLength: 14 },
  )

type Step = {
  what: Act
  who: number
  nr: number
  minor: number
  after: number
}

const first = '2026-06-04'

type Played = { w: World; people: [Person, Person]; plan: string }

async function givenStudio(): Promise<Played> {
  const w = await world({ policy: { noShowBoth: true } })
  await givenMoneyRules(w)
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1450 WHERE studio_id = ${w.studio.id}`)
  await w.givenSeries({
    rrule: 'FREQ=DAILY;COUNT=50',
    localStart: `${first}T18:30`,
  })
  return {
    w,
    people: [w.ben, w.cleo],
    plan: await givenPlan(w, { name: 'Monthly', priceMinor: 8_999, joiningFeeMinor: 1_000 }),
  }
}

/** Plays histories and asks after each; a failure names the seed that repeats it. */
export async function everyTotalAgrees(
  runs: number,
  seed?: number,
  { online = false }: { online?: boolean } = {},
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(historyOf(online ? actsOnline : acts), async (steps) => {
      const played = await givenStudio()
      let day: string = first
      for (const [i, step] of steps.entries()) {
        day = addDays(day, step.after)
        await play(played, step, `${day}T10:${String(i).padStart(2, '0')}:00Z`)
        const soon = `${day}T10:${String(i).padStart(2, '0')}:30Z`
        while ((await billAt(played.w, soon)) > 0);
        await minuteOf(played.w, soon)
      }
      await asked(played, `${day}T12:00:00Z`)
    }),
    { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
  )
}

/** One step, as the desk does it; what is refused changes nothing. */
async function play({ w, people, plan }: Played, step: Step, now: string) {
  const { what, nr, minor } = step
  const person = people[step.who]!
  const desk = asManager(w, now)
  const key = newId()
  const money = { key, amountMinor: minor, reason: 'Played', note: '' }
  switch (what) {
    case 'drop in':
    case 'class by pack': {
      const [next] = await w.db.all<{ id: string }>(sql`
        SELECT id FROM occurrences WHERE studio_id = ${w.studio.id} AND ends_at > ${now}
        ORDER BY starts_at LIMIT 1 OFFSET ${nr % 3}`)
      const pay =
        what === 'drop in'
          ? ({ kind: 'drop_in', method: nr % 2 ? 'cash' : 'later' } as const)
          : undefined
      return next && addWalkIn(desk, next.id, { personId: person.id, pay })
    }
    case 'late cancel':
    case 'cancel': {
      const place = await placeOf(w, person, ['booked'], nr)
      const as = what === 'cancel' ? 'on_time' : 'late'
      return place && cancelForPerson(desk, place.occurrence, place.id, { as, reason: '' })
    }
    case 'no-show':
      while ((await reconcileClasses(w.at(now))) > 0);
      return
    case 'correct': {
      const place = await placeOf(w, person, ['no_show', 'late_cancelled'], nr)
      const from = place?.state as 'no_show' | 'late_cancelled'
      return place && reverseOutcome(desk, place.occurrence, place.id, { from, reason: 'Played' })
    }
    case 'payer': {
      const place = await placeOf(w, person, ['booked', 'no_show', 'late_cancelled'], nr)
      const page = place && (await findPlaceToPay(desk, place.occurrence, place.id))
      if (!page || page.options.length === 0) return
      const to = payerKey(page.options[nr % page.options.length]!)
      return changePayer(desk, place.occurrence, place.id, { ...page, to, reason: 'Played' })
    }
    case 'pack':
      return sellPackage(desk, person.id, {
        key,
        packageId: w.ids.tenPack,
        startsOn: now.slice(0, 10),
        note: '',
        method: nr % 2 ? 'card' : 'later',
        coupon: nr % 3 ? '' : 'FIVE',
      })
    case 'membership':
      return sellMembership(desk, person.id, {
        key,
        planId: plan,
        startsOn: now.slice(0, 10),
        note: '',
        payerId: null,
        method: nr % 2 ? 'card' : 'later',
        coupon: nr % 3 ? '' : 'HALF',
      })
    case 'draft':
      return draft(w, person, step, now)
    case 'lose': {
      const [paid] = await w.db.all<{ id: string; minor: number; invoiceId: string | null }>(sql`
        SELECT payment.id, payment.amount_minor AS minor, substr(payment.note, 5) AS invoiceId
        FROM payments AS payment WHERE payment.studio_id = ${w.studio.id}
          AND payment.person_id = ${person.id} AND payment.method = 'online'
          AND payment.amount_minor > 0 ORDER BY payment.id LIMIT 1 OFFSET ${nr % 3}`)
      if (!paid) return
      const of = { id: `lost-${paid.id}`, paymentId: paid.id, invoiceId: paid.invoiceId }
      const lost = sql`SELECT ${of.id} AS id`
      const more = { personId: person.id, amountMinor: paid.minor, note: 'Dispute lost', lost }
      const cameBack = sql`SELECT ''`
      return batch(w.db, lostPaymentStatements(w.at(now), { ...of, ...more, cameBack }, sql`1`))
    }
    case 'sell card': {
      const sold = { amountMinor: minor, person: person.id, later: nr % 4 === 0, months: nr % 2 }
      return givenCard(w, now, sold)
    }
    case 'credit out':
      return payOutCredit(desk, person.id, { ...money, method: 'cash' })
    case 'void card': {
      const card = await cardOf(w, nr)
      return card && voidGiftCard(desk, card.id, { key, method: 'cash', reason: 'Played' })
    }
    case 'card expires':
      return expireGiftCards(w.at(`${addDays(now.slice(0, 10), 40)}T10:00:00Z`))
  }
  const bill = await billOf(w, person, what, nr)
  if (!bill) return
  const { id: invoiceId, itemId, open } = bill
  switch (what) {
    case 'pay': {
      const amountMinor = nr % 2 ? open : Math.min(open, minor)
      const method = (['cash', 'card', 'credit', 'transfer'] as const)[nr % 4]!
      return takePayment(desk, { ...money, invoiceId, amountMinor, method })
    }
    case 'pay online': {
      // More than is open goes to the account.
      const payment = { id: key, personId: person.id, amountMinor: minor, invoiceId }
      await batch(w.db, onlinePaymentStatements(w.at(now), payment, sql`1`))
      return w.db.run(sql`UPDATE payments SET note = ${`for:${invoiceId}`} WHERE id = ${key}`)
    }
    case 'pay by card': {
      const card = await cardOf(w, nr)
      const amountMinor = Math.min(open, card?.balance ?? 0)
      const byCard = { method: 'gift_card', cardId: card?.id ?? '' } as const
      return takePayment(desk, { ...money, ...byCard, invoiceId, amountMinor })
    }
    case 'pay out': {
      const method = nr % 2 ? 'credit' : 'cash'
      return takePayment(desk, { ...money, invoiceId, amountMinor: -open, method })
    }
    case 'discount':
      return discountInvoice(desk, {
        key,
        invoiceId,
        itemId: null,
        reason: 'Played',
        discount: nr % 2 ? { bp: (minor % 100) * 100 + 100 } : { minor },
      })
    case 'refund':
      return refundInvoice(desk, {
        ...money,
        invoiceId,
        itemId,
        method: (['cash', 'credit', 'gift_card'] as const)[nr % 3]!,
      })
    case 'refund pack': {
      const facts = await packRefundFacts(desk, invoiceId)
      if (!facts) return
      const amountMinor = facts.quote.refundMinor
      return refundPack(desk, { ...money, invoiceId, amountMinor, method: 'card' })
    }
    case 'void one line': {
      const [line] = await w.db.all<{ subject: string }>(sql`
        SELECT subject_id AS subject FROM open_items WHERE id = ${itemId} AND state = 'open'`)
      return line && batch(w.db, { v: voidOpenItemsStatement(w.at(now), line.subject) })
    }
    case 'void':
      return closeAsMistake(desk, invoiceId, 'Played')
    case 'write off':
      return writeOffInvoice(desk, invoiceId, 'Played')
    case 'reopen':
    case 'put back':
      return reopenInvoice(desk, invoiceId, 'Played')
    case 'split':
      return splitInvoice(desk, {
        key,
        invoiceId,
        depositMinor: nr % 2 ? minor : 0,
        parts: 2 + (nr % 3),
        firstOn: addDays(now.slice(0, 10), nr),
      })
  }
}

/** An invoice by hand of two lines with rates of their own, one with something off. */
async function draft(w: World, person: Person, { nr, minor }: Step, now: string) {
  const desk = asManager(w, now)
  const id = newId()
  await startDraft(desk, person.id, id)
  for (const [version, fields] of [
    { what: 'Party', price: `${minor}`, tax: '20', discount: '', discountReason: '' },
    { what: 'Grip', price: '7.77', tax: '5', discount: `${nr * 5}%`, discountReason: 'Kind' },
  ].entries()) {
    const typed = { key: newId(), version: String(version), quantity: String((nr % 3) + 1) }
    await saveDraftLine(desk, id, draftLineForm('GBP').parse({ ...typed, ...fields }))
  }
  return openDraft(desk, id, 2)
}

async function placeOf({ db, studio }: World, { id }: Person, states: string[], nr: number) {
  const rows = await db.all<{ id: string; occurrence: string; state: string }>(sql`
    SELECT id, occurrence_id AS occurrence, state FROM bookings
    WHERE studio_id = ${studio.id} AND person_id = ${id}
      AND state IN (SELECT value FROM json_each(${JSON.stringify(states)})) ORDER BY seq`)
  return rows[nr % Math.max(1, rows.length)]
}

/** A document of the person that the step may be about. */
async function billOf({ db, studio }: World, { id }: Person, what: Step['what'], nr: number) {
  const states: Partial<Record<Step['what'], string>> = {
    refund: 'paid',
    'refund pack': 'paid',
    reopen: 'uncollectible',
    'put back': 'lost',
  }
  const rows = await db.all<{ id: string; itemId: string; open: number }>(sql`
    SELECT bill.id, (SELECT line.id FROM open_items AS line WHERE line.invoice_id = bill.id
        AND line.amount_minor > 0 ORDER BY line.id LIMIT 1) AS itemId,
      (SELECT coalesce(sum(amount_minor - paid_minor), 0) FROM open_items
        WHERE invoice_id = bill.id AND state = 'open') AS open
    FROM invoices AS bill WHERE bill.studio_id = ${studio.id} AND bill.person_id = ${id}
      AND bill.kind = ${what === 'pay out' ? 'credit_note' : 'invoice'}
      AND bill.state = ${states[what] ?? 'open'} ORDER BY bill.number`)
  return rows[nr % Math.max(1, rows.length)]
}

/** A file as rows by the name of its columns. */
async function fileOf(rows: AsyncIterable<CsvCell[][]>) {
  const all: CsvCell[][] = []
  for await (const some of rows) all.push(...some)
  const [head = [], ...lines] = all
  return lines.map((line) =>
    Object.fromEntries(head.map((name, i) => [String(name), String(line[i] ?? '')])),
  )
}

const minorOf = (text: string | undefined): number => {
  const sign = text?.startsWith('-') ? -1 : 1
  return sign * (parseMinor((text ?? '').replace(/^-/, ''), 'GBP') ?? Number.NaN)
}
const fromWords = (text: string): number =>
  text === '' ? 0 : Math.round(Number(text.replace(/[£,]/g, '')) * 100)
const sumOf = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0)

/** A card of the studio's that is worth something, if any is. */
async function cardOf({ db, studio }: World, nr: number) {
  const rows = await db.all<{ id: string; balance: number }>(sql`
    SELECT id, balance_minor AS balance FROM gift_cards
    WHERE studio_id = ${studio.id} AND balance_minor > 0 ORDER BY id`)
  return rows[nr % Math.max(1, rows.length)]
}

/** What is true by the lines alone. */
async function byLines({ db, studio }: World, { id }: Person) {
  const [row] = await db.all<Record<'due' | 'fees' | 'credit' | 'taken', number>>(sql`SELECT
    (SELECT coalesce(sum(line.amount_minor - line.paid_minor), 0) FROM open_items AS line
      JOIN invoices AS bill ON bill.id = line.invoice_id AND bill.kind = 'invoice'
      WHERE bill.studio_id = ${studio.id} AND bill.person_id = ${id} AND line.state = 'open')
      AS due,
    (SELECT coalesce(sum(amount_minor), 0) FROM fees WHERE studio_id = ${studio.id}
      AND person_id = ${id} AND state = 'pending') AS fees,
    (SELECT coalesce(sum(amount_minor), 0) FROM account_entries WHERE studio_id = ${studio.id}
      AND person_id = ${id}) AS credit,
    (SELECT coalesce(sum(amount_minor), 0) FROM payments WHERE studio_id = ${studio.id}
      AND person_id = ${id} AND method NOT IN ('credit', 'gift_card')) AS taken`)
  return row!
}

/** What each page of a person says, against their lines. */
async function askedOfPerson(w: World, person: Person, now: string) {
  const truth = await byLines(w, person)
  const desk = asManager(w, now)
  const member = w.asMember(person, now)
  const viewer = { personId: person.id, name: person.name, email: person.email }
  const [portal, payment, page, [past]] = await Promise.all([
    myInvoicesPage(member, viewer, 1),
    accountPaymentPage(desk, person.id),
    personPage(desk, person.id),
    pastMembersOf(desk, [person.id]),
  ])
  const profile = personProfile(page!, formatsAt(w.studio, now), {
    userId: 'mina',
    medical: true,
    fees: true,
  })
  expect({
    portal: fromWords(portal.toPay),
    payment: payment!.totalMinor,
    profile: fromWords(profile.owes),
    past: past!.owesMinor,
    credits: [fromWords(portal.credit), payment!.creditMinor],
    paidInAll: past!.paidMinor,
  }).toEqual({
    portal: truth.due,
    payment: truth.due + truth.fees,
    profile: truth.due + truth.fees,
    past: truth.due + truth.fees,
    credits: [truth.credit, truth.credit],
    paidInAll: truth.taken,
  })
  expect(truth.credit).toBeGreaterThanOrEqual(0)
  return truth
}

/** The same question of every page. */
async function asked({ w, people }: Played, now: string) {
  const desk = asManager(w, now)
  const truths = []
  for (const person of people) truths.push(await askedOfPerson(w, person, now))
  const due = sumOf(truths, (one) => one.due)
  const taken = sumOf(truths, (one) => one.taken)

  const filters = (view: string) => invoiceFilters.parse({ view })
  const list = await invoicesListPage(desk, filters('open'), { page: 1, perPage: 500 })
  const all = await invoicesListPage(desk, filters('all'), { page: 1, perPage: 500 })
  const file = await fileOf(await exportInvoices(desk, filters('all')))
  expect({
    head: list.open.minor,
    rows: sumOf(list.invoices.items, ({ balanceMinor }) => balanceMinor),
    file: sumOf(
      file.filter((row) => row.Kind === 'Invoice'),
      (row) => minorOf(row.Open),
    ),
  }).toEqual({ head: due, rows: due, file: due })

  const period = { from: first, until: now.slice(0, 10) }
  const accounts = await accountsPage(desk, period)
  const lines = await fileOf(await exportAccounts(desk, period))
  const income = sumOf(accounts.rows, ({ totalMinor }) => totalMinor)
  const listed = sumOf(all.invoices.items, ({ totalMinor }) => totalMinor)
  const alive = lines.filter((row) => row.State !== 'Void' && row.Income !== incomeWords.gift_cards)
  expect({
    list: accounts.listMinor,
    withVoid: income + accounts.cardsMinor + accounts.voidMinor,
    invoicesFile: sumOf(file, (row) => minorOf(row.Total)),
    linesFile: sumOf(lines, (row) => minorOf(row.Total)),
  }).toEqual({ list: listed, withVoid: listed, invoicesFile: listed, linesFile: listed })
  expect({
    income: sumOf(alive, (row) => minorOf(row.Total)),
    tax: sumOf(alive, (row) => minorOf(row.Tax)),
  }).toEqual({ income, tax: sumOf(accounts.rows, ({ taxMinor }) => taxMinor) })

  let tills = 0
  let rows = 0
  for (let day = first; day <= now.slice(0, 10); day = addDays(day, 1)) {
    const till = await takingsPage(desk, day)
    const byMoney = ({ method }: { method: PaymentMethod }) => isMoney(method)
    tills += sumOf(till.methods.filter(byMoney), ({ inMinor, outMinor }) => inMinor - outMinor)
    rows += sumOf(till.payments.filter(byMoney), ({ amountMinor }) => amountMinor)
  }
  let sales = 0
  for (const month of ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10']) {
    const { first: shown, days } = await salesPage(desk, month)
    if (shown.startsWith(month)) sales += sumOf(days, ({ inMinor, outMinor }) => inMinor - outMinor)
  }
  const kinds = sumOf(await takenStatement(desk, period), ({ minor }) => minor)
  expect({ tills, rows, sales, kinds }).toEqual({
    tills: taken,
    rows: taken,
    sales: taken,
    kinds: taken,
  })
  // What is owed on cards is what was sold for, less what paid, ended or was given up.
  const [cards] = await w.db.all<Record<'kept' | 'owed' | 'unpaid' | 'paid', number>>(sql`SELECT
    (SELECT coalesce(sum(minor), 0) FROM gift_card_sums WHERE studio_id = ${w.studio.id}) AS kept,
    (SELECT coalesce(sum(balance_minor), 0) FROM gift_cards WHERE studio_id = ${w.studio.id})
      AS owed,
    (SELECT coalesce(sum(amount_minor), 0) FROM gift_cards
      WHERE studio_id = ${w.studio.id} AND state = 'unpaid') AS unpaid,
    (SELECT coalesce(sum(amount_minor), 0) FROM payments
      WHERE studio_id = ${w.studio.id} AND method = 'gift_card') AS paid`)
  const [ended] = await w.db.all<{ minor: number }>(sql`
    SELECT -coalesce(sum(amount_minor), 0) AS minor FROM gift_card_entries
    WHERE studio_id = ${w.studio.id} AND kind = 'expired'`)
  // Written off before they were paid, cards stay in the books as what was sold.
  const [given] = await w.db.all<{ minor: number }>(sql`
    SELECT coalesce(sum(card.amount_minor), 0) AS minor FROM gift_cards AS card
    JOIN open_items AS line ON line.id = card.item_id JOIN invoices AS bill
      ON bill.id = line.invoice_id
    WHERE card.studio_id = ${w.studio.id} AND card.state = 'void' AND bill.state = 'uncollectible'`)
  expect(cards!.kept).toBe(cards!.owed)
  expect(cards!.owed + cards!.unpaid + given!.minor).toBe(
    accounts.cardsMinor - cards!.paid - ended!.minor,
  )
  await figuresAgree(w, {
    incomeMinor: income,
    takenMinor: taken,
    brokeMinor: ended!.minor,
  })
}
