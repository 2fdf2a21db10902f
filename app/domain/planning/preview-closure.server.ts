import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { OfferingKind } from '#app/db/studio/scheduling.ts'
import { paidSql } from '#app/domain/billing/open-item-sums.server.ts'
import { lotsToExtendSql } from '#app/domain/entitlements/ledger.server.ts'
import { offeredSql, waitingCountSql } from '#app/domain/places/booking-sql.server.ts'
import { soldCountSql, ticketPaidSql } from '#app/domain/places/ticket-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import {
  type ClosureSpan,
  daysLongerSql,
  lotTouchedSql,
  onClosedDaysSql,
  toCallOffSql,
} from './closure-sql.server.ts'

export type CalledOff = {
  id: string
  kind: OfferingKind
  title: string
  localStart: string
  roomName: string
  coachName: string
  booked: number
  waiting: number
  /** Offered an open place. */
  offered: number
  credits: number
}

export type ClosurePreview = {
  rows: CalledOff[]
  /** Different people who are in what is cancelled, booked or waiting. */
  people: number
  /** Credits that go back to their packs. */
  credits: number
  /** Of those packs, how many run 7 days longer because they end soon (R13a). */
  soonEnding: number
  /** Minor units that go back to accounts: drop-ins, appointments and tickets that were paid. */
  moneyMinor: number
  /** Places of people who are in a course: their course decides on make-ups. */
  enrolled: number
  /** Packs by how many days longer they run, longest first; empty where packs are not extended. */
  longer: { days: number; packs: number; people: number }[]
  drafts: number
}

/** More is not cancelled at once. */
export const mostCalledOff = 600

/**
 * Exactly what closing these days would do now, before the press. Counts come from the conditions
 * that the act itself uses; what is booked or given up in between changes them.
 */
export async function previewClosure(
  ctx: StudioContext,
  span: ClosureSpan & { extendsPacks: boolean },
): Promise<ClosurePreview> {
  const { db, studio, now } = ctx
  const hit = sql`${onClosedDaysSql(ctx, span)} AND ${toCallOffSql}`
  const seats = sql`FROM occurrences AS o
    CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
    WHERE ${hit} AND b.state IN`
  const counted = (condition: ReturnType<typeof sql>) => sql`(SELECT count(*) FROM bookings AS b
    WHERE b.studio_id = o.studio_id AND b.occurrence_id = o.id AND ${condition})`
  const charged = (subject: ReturnType<typeof sql>) => paidSql(sql`o.studio_id`, subject)
  const givenBack = sql`SELECT b.lot_id ${seats} ('booked','checked_in') AND b.lot_id IS NOT NULL`
  const answer = await batch(db, {
    rows: db.all<CalledOff>(sql`
      SELECT o.id, o.kind, class_type.name AS title, o.local_start AS localStart,
        room.name AS roomName, coach.name AS coachName,
        ${counted(sql`b.state IN ('booked','checked_in')`)} + ${soldCountSql} AS booked,
        ${waitingCountSql} AS waiting, ${counted(offeredSql('b'))} AS offered,
        ${counted(sql`b.state IN ('booked','checked_in') AND b.lot_id IS NOT NULL`)} AS credits
      FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
      JOIN rooms AS room ON room.id = o.room_id
      JOIN people AS coach ON coach.id = o.coach_id
      WHERE ${hit} ORDER BY o.local_start, class_type.name LIMIT ${mostCalledOff}`),
    people: db.all<{ n: number }>(
      sql`SELECT count(DISTINCT b.person_id) AS n ${seats} ('booked','checked_in','waitlisted')`,
    ),
    // Of an event an order is someone: anyone who bought need not be known.
    tickets: db.all<{ orders: number; minor: number }>(sql`
      SELECT count(DISTINCT ticket_order.id) AS orders, coalesce(sum(${ticketPaidSql}), 0) AS minor
      FROM occurrences AS o CROSS JOIN tickets AS ticket ON ticket.studio_id = o.studio_id
        AND ticket.event_id = o.id
      JOIN ticket_orders AS ticket_order ON ticket_order.id = ticket.order_id
      WHERE ${hit} AND o.kind = 'event' AND ticket.state IN ('valid','checked_in','held')`),
    soonEnding: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM lots WHERE ${lotsToExtendSql(ctx, givenBack)}`),
    money: db.all<{ minor: number; enrolled: number }>(sql`
      SELECT coalesce((SELECT sum(${charged(sql`o.id`)}) FROM occurrences AS o WHERE ${hit}), 0)
          + coalesce(sum(${charged(sql`b.id`)}), 0) AS minor, count(b.enrolment_id) AS enrolled
      ${seats} ('booked','checked_in')`),
    longer: span.extendsPacks
      ? db.all<{ days: number; packs: number; people: number }>(sql`
          SELECT days, count(*) AS packs, count(DISTINCT person_id) AS people FROM (
            SELECT lot.person_id, ${daysLongerSql(ctx, span, '')} AS days FROM lots AS lot
            WHERE ${lotTouchedSql(ctx, span)}
              AND lot.expires_on >= ${localDate(now, studio.timeZone)})
          WHERE days > 0 GROUP BY days ORDER BY days DESC`)
      : null,
    drafts: db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM occurrences AS o
        WHERE ${onClosedDaysSql(ctx, span)} AND o.state = 'draft'`,
    ),
  })
  return {
    rows: answer.rows,
    people: (answer.people[0]?.n ?? 0) + (answer.tickets[0]?.orders ?? 0),
    credits: answer.rows.reduce((sum, { credits }) => sum + credits, 0),
    soonEnding: answer.soonEnding[0]?.n ?? 0,
    moneyMinor: (answer.money[0]?.minor ?? 0) + (answer.tickets[0]?.minor ?? 0),
    enrolled: answer.money[0]?.enrolled ?? 0,
    longer: answer.longer ?? [],
    drafts: answer.drafts[0]?.n ?? 0,
  }
}
