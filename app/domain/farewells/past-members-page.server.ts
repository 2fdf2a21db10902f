import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { type Page, pageOfFewStatements, toPage } from '#app/db/page.server.ts'
import type { ExitReason, WinBackResult } from '#app/db/studio/farewells-words.ts'
import { moneySql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import { dueSql } from '#app/domain/billing/open-item-sums.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import {
  holdsNothingSql,
  indexOfSort,
  peopleOrder,
  viewSql,
} from '#app/domain/people/list/people-where.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LocalDate, LocalDateTime } from '#app/values/zone.ts'
import { localDate } from '#app/values/zone.ts'

export const pastViews = ['', 'open', 'owing', 'banned', 'quiet'] as const
export type PastView = (typeof pastViews)[number]

export type PastMember = {
  id: string
  name: string
  photo: string
  joinedOn: LocalDate
  /** The last day that anything they held entitled them, or the one that was noted. */
  leftOn: LocalDate | null
  reason: ExitReason | null
  text: string | null
  paidMinor: number
  owesMinor: number
  /** Credits that were left when a pack expired. */
  unused: number
  lastVisitAt: string | null
  bannedAt: string | null
  banReason: string
  doNotContact: number
  winBack: WinBackResult | null
  fit: ComeBackFit | null
}

/** The class they came to most that is still on the timetable, with its coach and next date. */
export type ComeBackFit = { title: string; coach: string; localStart: LocalDateTime; times: number }

/**
 * Who has left or is kept out, over `people AS person`, with the row ids of those it is looked for
 * among: each of the four is found by an index of its own.
 */
function pastSql(ctx: StudioContext, view: PastView): { where: SQL; among: SQL } {
  const { studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const past = viewSql(ctx, 'past')
  const banned = sql`person.banned_at IS NOT NULL`
  const exits = sql`SELECT exit.person_id FROM person_exits AS exit
    WHERE exit.studio_id = ${studio.id} AND exit.returned_at IS NULL AND exit.last_day < ${today}`
  const nothing = holdsNothingSql(today)
  // A file said that they had left: they came into the archive, and nobody put them there since.
  const brought = sql`person.archived_at IS NOT NULL AND person.archived_at = person.created_at
    AND ${nothing}`
  const also: Record<PastView, SQL> = {
    '': sql`1`,
    open: sql`person.banned_at IS NULL AND person.do_not_contact_at IS NULL`,
    owing: sql`person.id IN (SELECT item.person_id FROM open_items AS item
      WHERE item.studio_id = ${studio.id} AND item.state = 'open' AND item.amount_minor > 0)`,
    banned: sql`person.banned_at IS NOT NULL`,
    quiet: sql`person.do_not_contact_at IS NOT NULL`,
  }
  const whole = sql`person.is_staff = 0 AND person.merged_into IS NULL
    AND person.erased_at IS NULL AND ${also[view]}`
  const rowsOf = (condition: SQL) =>
    sql`SELECT person.rowid FROM people AS person WHERE ${condition}`
  return {
    where: sql`person.studio_id = ${studio.id} AND ${whole}
      AND (${past} OR ${banned} OR person.id IN (${exits}) AND ${nothing} OR ${brought})`,
    among: sql`${rowsOf(sql`person.studio_id = ${studio.id} AND ${past} AND ${whole}`)}
      UNION ${rowsOf(sql`person.studio_id = ${studio.id} AND ${banned} AND ${whole}`)}
      UNION ${rowsOf(sql`person.studio_id = ${studio.id} AND ${brought} AND ${whole}`)}
      UNION ${rowsOf(sql`+person.studio_id = ${studio.id} AND person.id IN (${exits})
        AND ${nothing} AND ${whole}`)}`,
  }
}

type Row = Omit<PastMember, 'fit'> & { fit: string | null }

/** One page of who has left, the latest class first. Two trips. */
export async function pastMembersPage(
  ctx: StudioContext,
  view: PastView,
  at: { page: number; perPage: number },
): Promise<Page<PastMember>> {
  const { db } = ctx
  const { where, among } = pastSql(ctx, view)
  const { items, count } = await batch(
    db,
    pageOfFewStatements<{ id: string }>(
      db,
      {
        select: sql`person.id`,
        table: { name: sql`people`, alias: sql`person`, inOrder: indexOfSort.visit },
        where,
        few: sql`SELECT rowid AS at FROM (${among})`,
        orderBy: peopleOrder({ sort: 'visit', dir: 'down' }),
      },
      at,
    ),
  )
  const found = toPage({ items, count }, at, ({ id }) => id)
  const rows = await pastMembersOf(ctx, found.items)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { ...found, items: found.items.flatMap((id) => byId.get(id) ?? []) }
}

/**
 * The last day of a pack, the alias `lot`: of the class that took its last credit, else the day it
 * expires.
 */
const lastDayOfLot = sql`coalesce((
  SELECT CASE WHEN sum(entry.amount) <= 0 AND count(*) FILTER (WHERE entry.kind = 'expire') = 0
    THEN coalesce(max(substr(o.local_start, 1, 10)), max(substr(entry.created_at, 1, 10))) END
  FROM entries AS entry LEFT JOIN bookings AS b ON b.id = entry.booking_id
  LEFT JOIN occurrences AS o ON o.id = b.occurrence_id
  WHERE entry.studio_id = lot.studio_id AND entry.lot_id = lot.id), lot.expires_on)`

/** What each of these people leaves behind. */
export async function pastMembersOf(
  { db, studio, now }: StudioContext,
  ids: readonly string[],
): Promise<PastMember[]> {
  const today = localDate(now, studio.timeZone)
  const rows = await db.all<Row>(sql`
    SELECT person.id, person.name, person.photo, person.joined_on AS joinedOn,
      coalesce(exit.last_day, (SELECT max(ended.day) FROM (
        SELECT max(min(coalesce(membership.ends_on, ${today}), ${today})) AS day
        FROM memberships AS membership
        WHERE membership.studio_id = person.studio_id AND membership.person_id = person.id
        UNION ALL SELECT max(min(${lastDayOfLot}, ${today})) FROM lots AS lot
        WHERE lot.studio_id = person.studio_id AND lot.person_id = person.id) AS ended)) AS leftOn,
      exit.reason, exit.text, (SELECT coalesce(sum(payment.amount_minor), 0) FROM payments AS payment
        WHERE payment.studio_id = person.studio_id AND payment.person_id = person.id
          AND payment.state = 'succeeded' AND ${moneySql('payment')}) AS paidMinor,
      max(0, ${dueSql(sql`person.studio_id`, sql`person.id`)}) + (SELECT coalesce(sum(fee.amount_minor), 0) FROM fees AS fee
        WHERE fee.studio_id = person.studio_id AND fee.person_id = person.id
          AND fee.state = 'pending') AS owesMinor,
      (SELECT coalesce(-sum(entry.amount), 0) FROM entries AS entry
        WHERE entry.studio_id = person.studio_id AND entry.person_id = person.id
          AND entry.kind = 'expire') AS unused,
      person.last_visit_at AS lastVisitAt, person.banned_at AS bannedAt,
      person.ban_reason AS banReason, person.do_not_contact_at IS NOT NULL AS doNotContact,
      (SELECT win_back.result FROM win_backs AS win_back
        WHERE win_back.studio_id = person.studio_id AND win_back.person_id = person.id
        ORDER BY win_back.at DESC, win_back.id DESC LIMIT 1) AS winBack,
      ${fitSql({ studio, now })} AS fit
    FROM people AS person
    LEFT JOIN person_exits AS exit ON exit.studio_id = person.studio_id
      AND exit.person_id = person.id AND exit.returned_at IS NULL
    WHERE +person.studio_id = ${studio.id}
      AND person.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
  return rows.map((row) => ({
    ...row,
    fit: row.fit === null ? null : (JSON.parse(row.fit) as ComeBackFit),
  }))
}

/** The last classes of a person that are looked at for what they came to most. */
const bookingsRead = 200

/**
 * Of `people AS person`: the series they came to most that still has a class ahead, with its next
 * one, as JSON; null where there is none.
 */
const fitSql = ({ studio, now }: Pick<StudioContext, 'studio' | 'now'>): SQL => sql`(
  SELECT json_object('title', class_type.name, 'coach',
    ${calledSql('coach')},
    'localStart', next.local_start, 'times', most.times)
  FROM (
    SELECT came.series_id, count(*) AS times, max(came.starts_at) AS latest FROM (
      SELECT o.series_id, o.starts_at FROM bookings AS b
      CROSS JOIN occurrences AS o ON o.id = b.occurrence_id AND o.kind = 'class'
      WHERE b.studio_id = person.studio_id AND b.person_id = person.id
        AND b.state IN ('attended','checked_in')
      ORDER BY b.seq DESC LIMIT ${bookingsRead}) AS came
    GROUP BY came.series_id) AS most
  CROSS JOIN occurrences AS next ON next.id = (
    SELECT ahead.id FROM occurrences AS ahead
    WHERE ahead.studio_id = ${studio.id} AND ahead.series_id = most.series_id
      AND ahead.starts_at > ${now} AND ahead.state = 'scheduled'
    ORDER BY ahead.starts_at LIMIT 1)
  JOIN class_types AS class_type ON class_type.id = next.class_type_id
  JOIN people AS coach ON coach.id = next.coach_id
  ORDER BY most.times DESC, most.latest DESC LIMIT 1)`

export type FarewellPage = {
  past: PastMember
  exits: {
    id: string
    reason: ExitReason
    text: string
    lastDay: LocalDate
    byName: string
    returnedAt: string | null
  }[]
  winBacks: {
    id: string
    offer: string
    note: string
    result: WinBackResult
    byName: string
    at: string
  }[]
}

/** One person with how they left and what was tried. */
export async function farewellPage(
  ctx: StudioContext,
  personId: string,
): Promise<FarewellPage | null> {
  const { db, studio } = ctx
  const mine = sql`studio_id = ${studio.id} AND person_id = ${personId}`
  const [past] = await pastMembersOf(ctx, [personId])
  if (!past) return null
  const { exits, winBacks } = await batch(db, {
    exits: db.all<FarewellPage['exits'][number]>(sql`
      SELECT id, reason, text, last_day AS lastDay, by_name AS byName, returned_at AS returnedAt
      FROM person_exits WHERE ${mine} ORDER BY at DESC, id DESC LIMIT 20`),
    winBacks: db.all<FarewellPage['winBacks'][number]>(sql`
      SELECT id, offer, note, result, by_name AS byName, at FROM win_backs
      WHERE ${mine} ORDER BY at DESC, id DESC LIMIT 20`),
  })
  return { past, exits, winBacks }
}
