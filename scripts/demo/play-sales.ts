/**
 * What a studio sells and how it stands: coupons, a trial, a freeze, a notice, a pack that counts
 * from its first class, a draft, an invoice in parts, credit from a gift card and an account in debt.
 */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { bringBalancesStatements } from '#app/domain/billing/bring-balances.server.ts'
import {
  saveDraftLine,
  saveDraftTerms,
  startDraft,
} from '#app/domain/billing/drafts/change-draft.server.ts'
import { draftLineForm, draftTermsForm } from '#app/domain/billing/drafts/draft-forms.ts'
import { openDraft } from '#app/domain/billing/drafts/open-draft.server.ts'
import { openInvoices } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { splitInvoice } from '#app/domain/billing/invoices/split-invoice.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import { closeTill } from '#app/domain/billing/takings/close-till.server.ts'
import { packageOfferForm } from '#app/domain/entitlements/offers/package-form.ts'
import { planOfferForm } from '#app/domain/entitlements/offers/plan-form.ts'
import { addPackage } from '#app/domain/entitlements/offers/save-package.server.ts'
import { addPlan } from '#app/domain/entitlements/offers/save-plan.server.ts'
import { keepRecurring } from '#app/domain/insights/recurring/keep-recurring.server.ts'
import { addPerson } from '#app/domain/people/add-person.server.ts'
import {
  type AskedAct,
  actOnMembership,
  previewAct,
} from '#app/domain/sales/memberships/act-on-membership.server.ts'
import { billMemberships } from '#app/domain/sales/memberships/bill-memberships.server.ts'
import type { MembershipAct } from '#app/domain/sales/memberships/membership-acts.ts'
import { sellMembership } from '#app/domain/sales/memberships/sell-membership.server.ts'
import { couponForm } from '#app/domain/sales/offers/coupon-form.ts'
import { addCoupon, stopCoupon } from '#app/domain/sales/offers/save-coupon.server.ts'
import { sellPackage } from '#app/domain/sales/sell/sell-package.server.ts'
import type { Actor } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { anchorOf, periodAfter, periodOf } from '#app/values/billing/billing-period.ts'
import { newId } from '#app/values/id.ts'
import { addDays, instantOf, type LocalDate } from '#app/values/zone.ts'
import type { Player, Scene } from './player.ts'
import { Chance } from './random.ts'

/** Who came lately and has what this file tells of; nobody else of the demo depends on them. */
const newcomers = {
  freezes: 'Nell Ashby',
  leaves: 'Oscar Lund',
  tries: 'Odile Mercer',
  waits: 'Rhea Sandoval',
  owes: 'Stellan Brooks',
  parts: 'Tilda Marsh',
} as const
type Newcomer = keyof typeof newcomers

const currency = 'GBP'

const plans = {
  eight: {
    name: 'Eight a month',
    description: 'For weeks that are never the same.',
    price: '72.00',
    limit: 'period',
    classes: '8',
    joiningFee: '10.00',
    trialDays: '0',
  },
  mornings: {
    name: 'Mornings',
    description: 'Before work, with time for a shower and breakfast.',
    price: '45.00',
    limit: 'week',
    classes: '2',
    joiningFee: '0.00',
    trialDays: '7',
  },
} as const

export function playSales(
  player: Player,
  manager: Actor,
  { today, packageId }: { today: LocalDate; packageId: string },
): void {
  const chance = new Chance(`sales ${today}`)
  const ids = Object.fromEntries(Object.keys(newcomers).map((who) => [who, chance.id()])) as Record<
    Newcomer,
    string
  >
  const [eight, mornings, flexible, opened] = [chance.id(), chance.id(), chance.id(), chance.id()]
  // Drawn apart, so that the rest of this world stays as it was.
  const packs = new Chance(`packs ${today}`)
  const [dayPass, ptPack, bundle] = [packs.id(), packs.id(), packs.id()]
  const on = (
    daysAgo: number,
    time: string,
    happens: (ctx: StaffContext, scene: Scene) => Promise<unknown>,
  ) =>
    player.at(instantOf(`${addDays(today, -daysAgo)}T${time}`, player.timeZone), async (scene) => {
      await happens({ ...scene.desk, actor: manager }, scene)
    })
  const joins = (who: Newcomer, daysAgo: number) =>
    on(daysAgo, '09:40', (_, { desk }) =>
      addPerson(desk, {
        key: ids[who],
        name: newcomers[who],
        birthDate: '1992-05-20',
        email: `${newcomers[who].toLowerCase().replace(' ', '.')}@example.test`,
      }),
    )

  on(150, '08:00', async (ctx) => {
    for (const [key, plan] of [
      [eight, plans.eight],
      [mornings, plans.mornings],
    ] as const) {
      const terms = { interval: 'month', termMonths: '0', noticeDays: '30', listed: 'on' }
      const freeze = { freezeLeastDays: '7', freezeMostDays: '60', freezeFee: '0.00' }
      await addPlan(ctx, planOfferForm(currency).parse({ key, ...terms, ...freeze, ...plan }))
    }
    const pack = { key: flexible, name: 'Flexible five', credits: '5', price: '68.00' }
    await addPackage(
      ctx,
      packageOfferForm(currency).parse({
        ...pack,
        validDays: '60',
        validFrom: 'first_use',
        description: 'For when you don’t know yet when you start.',
      }),
    )
    const visitor = { key: dayPass, name: 'Day pass', price: '28.00', validFrom: 'first_use' }
    await addPackage(
      ctx,
      packageOfferForm(currency, 'day_pass').parse({
        ...visitor,
        description: 'For visitors, and for a day of trying everything.',
      }),
    )
    await addPackage(
      ctx,
      packageOfferForm(currency, 'appointments').parse({
        key: ptPack,
        name: '5 private lessons',
        sessions: '5',
        price: '225.00',
        validDays: '180',
        description: 'One coach, and your own pace.',
      }),
    )
    await addPackage(
      ctx,
      packageOfferForm(currency, 'bundle').parse({
        key: bundle,
        name: 'Kick-start',
        credits: '8',
        sessions: '2',
        price: '189.00',
        validDays: '90',
        description: 'Two lessons alone to begin with, then classes.',
      }),
    )
  })
  on(149, '08:00', async (ctx) => {
    const all = { key: chance.id(), audience: 'everyone', gives: 'discount' }
    const gone = chance.id()
    for (const coupon of [
      { ...all, couponCode: 'WELCOME10', discount: '10%', audience: 'new', once: 'on' },
      { ...all, key: chance.id(), couponCode: 'FIRSTMONTH', gives: 'free_period', audience: 'new' },
      { ...all, key: gone, couponCode: 'OPENDAY', discount: '15.00', mostUses: '40' },
    ])
      await addCoupon(ctx, couponForm(currency).parse(coupon))
    await stopCoupon(ctx, gone)
  })

  joins('freezes', 96)
  const frozen = membership(player, on, {
    personId: ids.freezes,
    planId: eight,
    daysAgo: 96,
    today,
  })
  frozen.sold('FIRSTMONTH')
  frozen.acts(5, { act: 'freeze', from: addDays(today, -4), until: addDays(today, 16) }, 'Travels')

  joins('leaves', 75)
  const leaving = membership(player, on, {
    personId: ids.leaves,
    planId: eight,
    daysAgo: 75,
    today,
  })
  leaving.sold('')
  leaving.acts(10, { act: 'cancel' }, 'Moves to Manchester')

  joins('tries', 3)
  membership(player, on, { personId: ids.tries, planId: mornings, daysAgo: 3, today }).sold('')

  joins('waits', 20)
  on(20, '10:05', (_, { desk, ctx }) =>
    sellPackage(desk, ids.waits, {
      key: chance.id(),
      packageId: flexible,
      startsOn: ctx.now.slice(0, 10),
      method: 'card',
      note: '',
      coupon: 'WELCOME10',
    }),
  )
  joins('owes', 60)
  // Sold to be paid later, and it has not been.
  on(45, '18:20', (_, { desk, ctx }) =>
    sellPackage(desk, ids.owes, {
      key: chance.id(),
      packageId,
      startsOn: ctx.now.slice(0, 10),
      method: 'later',
      note: '',
      coupon: '',
    }),
  )
  on(59, '12:00', ({ db, studio, now }) => {
    const rows = [
      { who: ids.owes, amountMinor: -3_500, reason: 'Balance brought over' },
      { who: ids.waits, amountMinor: 5_000, reason: 'Gift card GC-1042, brought over' },
    ].map(({ who, ...row }) => ({ id: newId(), personId: who, ...row }))
    return batch(db, bringBalancesStatements({ db, studio, now }, JSON.stringify(rows), sql`1`))
  })

  joins('parts', 24)
  on(23, '14:00', async (ctx) => {
    const draft = await drafted(ctx, ids.parts, opened, [
      { what: 'Teacher training, ten weekends', quantity: '1', price: '480.00' },
      { what: 'Course book', quantity: '1', price: '24.00' },
    ])
    const made = await openDraft(ctx, opened, draft)
    if (!made.ok) return
    const first = addDays(today, 7)
    const { invoiceId } = made
    await splitInvoice(ctx, {
      key: newId(),
      invoiceId,
      depositMinor: 12_000,
      parts: 3,
      firstOn: first,
    })
    await takePayment(ctx, {
      key: newId(),
      invoiceId,
      amountMinor: 12_000,
      method: 'transfer',
      note: 'Deposit',
    })
  })
  on(1, '16:30', async (ctx) => {
    const id = chance.id()
    const version = await drafted(ctx, ids.leaves, id, [
      { what: 'Private hoop lesson for eight', quantity: '8', price: '22.00' },
      { what: 'Hire of the room', quantity: '1', price: '40.00' },
    ])
    const off = { discount: '10%', discountReason: 'Hen party, booked together' }
    const terms = {
      version: String(version),
      prices: 'with_tax',
      dueOn: addDays(today, 14),
      ...off,
    }
    await saveDraftTerms(ctx, id, draftTermsForm(currency).parse(terms))
  })
  on(1, '21:45', (ctx) => closeDay(ctx, addDays(today, -1)))
  player.at(player.now, async ({ ctx }) => {
    while ((await keepRecurring(ctx)) > 0);
  })
}

type On = (
  daysAgo: number,
  time: string,
  happens: (ctx: StaffContext, scene: Scene) => Promise<unknown>,
) => void

/** A membership sold so many days ago and paid by card each month since. */
function membership(
  player: Player,
  on: On,
  held: { personId: string; planId: string; daysAgo: number; today: LocalDate },
) {
  const { personId, planId, daysAgo, today } = held
  const id = newId()
  const startsOn = addDays(today, -daysAgo)
  const anchor = anchorOf('month', startsOn)
  let period = periodAfter(anchor, periodOf(anchor, startsOn))
  for (; period.from <= today; period = periodAfter(anchor, period)) {
    const day = period.from
    player.at(instantOf(`${day}T05:30`, player.timeZone), ({ ctx }) => billMemberships(ctx))
    player.at(instantOf(`${day}T09:00`, player.timeZone), ({ desk }) => payBill(desk, personId))
  }
  return {
    sold: (coupon: string) =>
      on(daysAgo, '10:00', (_, { desk }) =>
        sellMembership(desk, personId, {
          key: id,
          planId,
          startsOn,
          method: 'card',
          note: '',
          payerId: null,
          coupon,
        }),
      ),
    acts: (ago: number, act: MembershipAct, reason: string) =>
      on(ago, '11:15', async (ctx) => {
        const asked: AskedAct = { personId, membershipId: id, act, by: 'desk' }
        const seen = (await previewAct(ctx, asked))?.seen ?? ''
        await actOnMembership(ctx, asked, { key: newId(), seen, reason })
      }),
  }
}

/** The terminal takes what the newest bill comes to. */
async function payBill(desk: StaffContext, personId: string): Promise<void> {
  await openInvoices(desk)
  const [bill] = await desk.db.all<{ id: string; minor: number }>(sql`
    SELECT invoice.id, sum(line.amount_minor - line.paid_minor) AS minor
    FROM invoices AS invoice
    JOIN open_items AS line ON line.studio_id = invoice.studio_id AND line.invoice_id = invoice.id
    WHERE invoice.studio_id = ${desk.studio.id} AND invoice.person_id = ${personId}
      AND invoice.state = 'open' GROUP BY invoice.id HAVING minor > 0
    ORDER BY invoice.number DESC LIMIT 1`)
  if (!bill) return
  await takePayment(desk, {
    key: newId(),
    invoiceId: bill.id,
    amountMinor: bill.minor,
    method: 'card',
    note: '',
  })
}

/** A draft with these lines; answers the version it is at. */
async function drafted(
  ctx: StaffContext,
  personId: string,
  id: string,
  lines: readonly { what: string; quantity: string; price: string }[],
): Promise<number> {
  await startDraft(ctx, personId, id)
  const [start] = await ctx.db.all<{ version: number }>(sql`
    SELECT version FROM invoice_drafts WHERE studio_id = ${ctx.studio.id} AND id = ${id}`)
  let version = start?.version ?? 1
  for (const line of lines) {
    const form = { key: newId(), version: String(version), tax: '0', ...line }
    const saved = await saveDraftLine(ctx, id, draftLineForm(currency).parse(form))
    if (saved.ok) version += 1
  }
  return version
}

/** Somebody counts the cash of a day, and it agrees. */
async function closeDay(ctx: StaffContext, day: LocalDate): Promise<void> {
  const [cash] = await ctx.db.all<{ minor: number }>(sql`
    SELECT coalesce(sum(amount_minor), 0) AS minor FROM payments
    WHERE studio_id = ${ctx.studio.id} AND taken_on = ${day} AND method = 'cash'`)
  const minor = cash?.minor ?? 0
  await closeTill(ctx, { day, cashMinor: minor, countedMinor: minor, note: '' })
}
