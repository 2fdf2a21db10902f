/**
 * Whom the figures about people count: each is a filter of the people list, so that what is counted
 * is what is listed.
 */
import { type SQL, sql } from 'drizzle-orm'
import { firstVisitSql } from '#app/domain/bookings/first-visit-sql.server.ts'
import { unsignedFromSql } from '#app/domain/documents/unsigned-sql.server.ts'
import { cardKeptSql } from '#app/domain/payments/attempts/card-kept-sql.server.ts'
import {
  holdsNothingSql,
  type ListContext,
  liveMembership,
} from '#app/domain/people/list/people-where.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Permission } from '#app/domain/scope/permissions.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'

export type PeopleFigure = {
  name: string
  definition: string
  needs?: Permission
  /** A SELECT of the ids of those it counts. */
  people(ctx: StudioContext, today: LocalDate): SQL
}

const monthOf = (today: LocalDate): LocalDate => `${today.slice(0, 8)}01`

/** Days ahead for which a class asks for a signature now, and a pack or membership is ending. */
const soonDays = 7
const packDays = 14
const membershipDays = 30
const billDays = 7

export const peopleFigures = {
  joined: {
    name: 'Joined this month',
    definition: 'Joined on a day of this month. Leads count once they join.',
    people: ({ studio }, today) => sql`
      SELECT id FROM people WHERE studio_id = ${studio.id}
        AND joined_on >= ${monthOf(today)} AND joined_on <= ${today}
        AND prospect = 0 AND is_staff = 0`,
  },
  left: {
    name: 'Left this month',
    definition: 'Had a membership or pack that ended this month, and have nothing left.',
    people: ({ studio }, today) => sql`
      SELECT person.id FROM people AS person
      WHERE person.id IN (
          SELECT ended.person_id FROM memberships AS ended
          WHERE ended.studio_id = ${studio.id} AND ended.ends_on >= ${addDays(monthOf(today), -1)}
            AND ended.ends_on < ${today} AND ended.state <> 'superseded'
          UNION SELECT ended.person_id FROM lots AS ended
          WHERE ended.studio_id = ${studio.id} AND ended.refunded_at IS NULL
            AND ended.expires_on >= ${addDays(monthOf(today), -1)} AND ended.expires_on < ${today}
          UNION SELECT exit.person_id FROM person_exits AS exit
          WHERE exit.studio_id = ${studio.id} AND exit.last_day >= ${monthOf(today)}
            AND exit.last_day <= ${today} AND exit.returned_at IS NULL)
        AND ${holdsNothingSql(today)}`,
  },
  fix_card: {
    name: 'Fix card',
    definition: 'A charge of their card failed, and it is still not paid.',
    needs: 'invoices:read',
    people: ({ studio }) => sql`
      SELECT step.payer_id FROM collection_steps AS step
      CROSS JOIN invoices AS bill ON bill.id = step.invoice_id
      WHERE step.studio_id = ${studio.id} AND step.state = 'failed' AND bill.state = 'open'`,
  },
  no_card: {
    name: 'No card',
    definition: `Their membership is billed within ${billDays} days, and no card is kept for it.`,
    needs: 'invoices:read',
    people: ({ studio }, today) => sql`
      SELECT membership.person_id FROM merchant_accounts AS account
      CROSS JOIN memberships AS membership ON membership.studio_id = account.studio_id
      WHERE account.studio_id = ${studio.id} AND account.state = 'active'
        AND membership.next_bill_on >= ${today}
        AND membership.next_bill_on <= ${addDays(today, billDays)}
        AND ${liveMembership}
        AND NOT ${cardKeptSql(sql`membership.studio_id`, sql`membership.person_id`)}`,
  },
  birthdays: {
    name: 'Birthdays',
    definition: 'Have a birthday today or in the next 6 days.',
    people: ({ studio }, today) => sql`
      SELECT id FROM people WHERE studio_id = ${studio.id} AND erased_at IS NULL
        AND birth_date IN (SELECT value FROM json_each(${JSON.stringify(birthDates(today))}))`,
  },
  first_visits: {
    name: 'First visits today',
    definition: 'Have a place in a class today and never came before.',
    people: ({ studio }, today) => sql`
      SELECT b.person_id FROM occurrences AS o
      CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
      WHERE o.studio_id = ${studio.id} AND o.local_start >= ${today}
        AND o.local_start < ${addDays(today, 1)} AND o.state NOT IN ('draft','held','cancelled')
        AND ${firstVisitSql}`,
  },
  unsigned: {
    name: 'No waiver',
    definition: `Have a class in the next ${soonDays} days and haven’t signed what you ask for.`,
    people: (ctx, today) => sql`
      SELECT person.id FROM people AS person
      WHERE person.id IN (
          SELECT b.person_id FROM occurrences AS o
          CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
            AND b.state IN ('booked','waitlisted')
          WHERE o.studio_id = ${ctx.studio.id} AND o.local_start >= ${today}
            AND o.local_start < ${addDays(today, soonDays + 1)} AND o.state = 'scheduled')
        AND EXISTS (SELECT 1 ${unsignedFromSql(ctx, 'person')})`,
  },
  packs_ending: {
    name: 'Packs ending',
    definition: `Have credits that expire in the next ${packDays} days.`,
    people: ({ studio }, today) => sql`
      SELECT lot.person_id FROM lots AS lot
      WHERE lot.studio_id = ${studio.id} AND lot.refunded_at IS NULL
        AND lot.expires_on >= ${today} AND lot.expires_on <= ${addDays(today, packDays)}
        AND (SELECT sum(entry.amount) FROM entries AS entry
          WHERE entry.studio_id = lot.studio_id AND entry.lot_id = lot.id) > 0`,
  },
  memberships_ending: {
    name: 'Memberships ending',
    definition: `Have a membership whose last day is in the next ${membershipDays} days.`,
    people: ({ studio }, today) => sql`
      SELECT membership.person_id FROM memberships AS membership
      WHERE membership.studio_id = ${studio.id} AND ${liveMembership}
        AND membership.ends_on >= ${today}
        AND membership.ends_on <= ${addDays(today, membershipDays)}`,
  },
  owing: {
    name: 'Owing',
    definition: 'Owe something in their account, or a fee.',
    needs: 'fees:read',
    people: ({ studio }) => sql`
      SELECT item.person_id FROM open_items AS item
      WHERE item.studio_id = ${studio.id} AND item.state = 'open' AND item.amount_minor > 0
      UNION SELECT fee.person_id FROM fees AS fee
      WHERE fee.studio_id = ${studio.id} AND fee.state = 'pending'`,
  },
  at_risk: {
    name: 'At risk',
    definition:
      'Stay away twice as long as they usually do, hold a membership that goes on, are not frozen and have nothing booked.',
    needs: 'insights:read',
    people: ({ studio }) => sql`
      SELECT habit.person_id FROM habits AS habit
      WHERE habit.studio_id = ${studio.id} AND habit.state = 'at_risk'`,
  },
  banned: {
    name: 'Banned',
    definition: 'May not book or check in until you end the ban.',
    people: ({ studio }) => sql`
      SELECT id FROM people WHERE studio_id = ${studio.id} AND banned_at IS NOT NULL`,
  },
} satisfies Record<string, PeopleFigure>

export type PeopleFigureId = keyof typeof peopleFigures

const isFigure = (id: string): id is PeopleFigureId => Object.hasOwn(peopleFigures, id)

/** The figure of an id, for who asks for a list by it; null where there is none. */
export const peopleFigure = (id: string): PeopleFigure | null =>
  isFigure(id) ? peopleFigures[id] : null

/** The context in which the people list knows the figures of the catalogue. */
export const withFigures = <Ctx extends StudioContext>(ctx: Ctx): Ctx & ListContext => ({
  ...ctx,
  unsignedSql: sql`EXISTS (SELECT 1 ${unsignedFromSql(ctx, 'person')})`,
  figureSql: (id) => peopleFigure(id)?.people(ctx, localDate(ctx.now, ctx.studio.timeZone)) ?? null,
})

/**
 * Every date of birth whose birthday is in the seven days from `today` on; who was born on 29
 * February has it on the 28th of other years.
 */
export function birthDates(today: LocalDate): LocalDate[] {
  const days = Array.from({ length: 7 }, (_, n) => addDays(today, n))
  const year = Number(today.slice(0, 4))
  return days.flatMap((day) => {
    const endsFebruary = day.endsWith('-02-28') && addDays(day, 1).endsWith('-03-01')
    const monthDays = [day.slice(5), ...(endsFebruary ? ['02-29'] : [])]
    return monthDays.flatMap((monthDay) =>
      Array.from({ length: 121 }, (_, age) => `${String(year - age).padStart(4, '0')}-${monthDay}`),
    )
  })
}
