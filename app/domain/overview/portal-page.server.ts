import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { type PageNumber, toPage } from '#app/db/page.server.ts'
import { mineAheadStatement } from '#app/domain/appointments/appointment-queries.server.ts'
import { toMyAppointments } from '#app/domain/appointments/appointment-words.ts'
import { openItemsStatement } from '#app/domain/billing/open-items.server.ts'
import {
  type PastBookingRow,
  pastBookingsStatements,
} from '#app/domain/bookings/booking-queries.server.ts'
import { standingPlacesStatement } from '#app/domain/bookings/standing-places/standing-place-queries.server.ts'
import { toldClosuresStatement } from '#app/domain/calendar/closed-days.server.ts'
import { closedAhead, closedWords } from '#app/domain/calendar/closed-words.ts'
import { toHeld } from '#app/domain/entitlements/entitlement-queries.server.ts'
import { packFrozenNote } from '#app/domain/entitlements/holding-words.ts'
import { lotsWithCredits, membershipsHeld } from '#app/domain/entitlements/holdings.ts'
import { myTicketsStatement, toMyTickets } from '#app/domain/events/event-page.server.ts'
import { familyAccountSql } from '#app/domain/families/act-for.server.ts'
import { calledOf } from '#app/domain/families/family-member.ts'
import { readListLean } from '#app/domain/places/needs.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { viewerStatements } from '#app/domain/timetable/listing-queries.server.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'
import { bookingsAheadStatements, toBookingsAhead } from './bookings-ahead-queries.server.ts'
import { familyAheadStatement, toFamilyAhead } from './family-ahead.server.ts'
import { newestEntriesStatement, toNewestEntries } from './ledger-page.server.ts'

type PageViewer = { personId: string; name: string; email: string }

/** Lines of the ledger that the portal shows itself. */
const newestLines = 7

type PriceRow = {
  id: string
  priceMinor: number
  currency: string
  interval: 'month' | 'four_weeks' | 'week'
}

/** What a person has, where credits went, what is booked: in one batch. */
export async function portalPage(ctx: MemberContext, viewer: PageViewer) {
  const { db, studio, now } = ctx
  const { personId } = viewer
  const today = localDate(now, studio.timeZone)
  const range = { from: today, until: addDays(today, 1) }
  const { limits, skills, mine: _, ...own } = viewerStatements(ctx, personId, range)
  const statements = {
    ...shellStatements(ctx, viewer),
    ...own,
    appointments: mineAheadStatement(ctx, personId),
    weekly: standingPlacesStatement(ctx, personId),
    tickets: myTicketsStatement(ctx, personId),
    closures: toldClosuresStatement(ctx, { from: today, until: addDays(today, closedAhead) }),
    open: openItemsStatement(ctx, familyAccountSql(ctx, personId)),
    family: familyAheadStatement(ctx, personId),
    newest: newestEntriesStatement(ctx, personId, newestLines),
    // What a membership was sold for: the price of its own version of the plan.
    prices: db.all<PriceRow>(sql`
      SELECT membership.id, plan.price_minor AS priceMinor, plan.currency, plan.interval
      FROM memberships AS membership JOIN plans AS plan ON plan.id = membership.plan_id
      WHERE membership.studio_id = ${studio.id} AND membership.person_id = ${personId}`),
    person: db.all<{ name: string; joinedOn: LocalDate }>(
      sql`SELECT name, joined_on AS joinedOn FROM people
        WHERE studio_id = ${studio.id} AND id = ${personId}`,
    ),
  }
  const answer = await readListLean(
    ctx,
    (needs, needsStatement) =>
      batch(db, {
        ...statements,
        ...bookingsAheadStatements(ctx, personId, needs),
        limits: needs.limits ? limits : null,
        needs: needsStatement,
      }),
    ({ ahead }) => ahead,
  )
  const held = toHeld(personId, answer)
  const packageCredits = new Map<string, number>(
    answer.lots.map(({ id, credits }) => [id, credits]),
  )
  const prices = new Map(answer.prices.map((price) => [price.id, price]))
  return {
    shell: toShell(answer, viewer),
    today,
    closed: answer.closures.map((closure) => closedWords(closure, studio.locale)),
    person: answer.person[0] ?? { name: viewer.name, joinedOn: today },
    memberships: membershipsHeld(held.memberships, today).map((membership) => ({
      ...membership,
      price: prices.get(membership.id) ?? null,
    })),
    lots: lotsWithCredits(held.lots, today).map((lot) => ({
      ...lot,
      // A lot may have been given more credits than its package has.
      credits: Math.max(lot.left, packageCredits.get(lot.id) ?? lot.left),
      frozen: packFrozenNote(lot, { today, locale: studio.locale }),
    })),
    makeUps: answer.makeUps.map(({ id, name, validUntil }) => ({ id, name, validUntil })),
    ahead: toBookingsAhead(ctx, personId, answer, answer),
    family: toFamilyAhead(answer.family),
    appointments: toMyAppointments(answer.appointments, now, studio),
    weekly: answer.weekly,
    tickets: toMyTickets(ctx, answer.tickets),
    open: answer.open.map(({ id, amountMinor, currency, working, personId: whose }) => {
      const child = answer.family.find((one) => one.id === whose)
      return {
        id,
        amountMinor,
        currency,
        working: child ? `${calledOf(child)}: ${working}` : working,
      }
    }),
    ...toNewestEntries(answer.newest, newestLines),
  }
}

const bookingsAPage = 25

/** What lies behind a person or was given up, in one batch. */
export async function pastBookingsPage(ctx: MemberContext, viewer: PageViewer, page: number) {
  const at: PageNumber = { page, perPage: bookingsAPage }
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    ...pastBookingsStatements(ctx, viewer.personId, at),
  })
  return {
    shell: toShell(answer, viewer),
    past: toPage(answer, at, ({ lateLosesCredit, ...row }: PastBookingRow) => ({
      ...row,
      lateLosesCredit: lateLosesCredit === 1,
    })),
  }
}
