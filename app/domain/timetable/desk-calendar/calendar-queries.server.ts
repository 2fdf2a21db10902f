import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { actedForSql } from '#app/domain/families/act-for.server.ts'
import { calledOf } from '#app/domain/families/family-member.ts'
import { isCalendarLinkSql } from '#app/domain/people/calendar-link.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import {
  type CancellationLimits,
  cancellationTerms,
} from '#app/domain/places/cancellation-terms.ts'
import { freeUntilWords } from '#app/domain/places/cancellation-words.ts'
import { ticketsTakenSql } from '#app/domain/places/ticket-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  type PublishedShift,
  publishedShiftsStatement,
} from '#app/domain/staffing/rota/rota-queries.server.ts'
import { pathFor } from '#app/paths/path-for.ts'
import { paths } from '#app/paths.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { count } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { type CalendarEntry, calendarFile } from '../calendar-file.ts'

/**
 * A feed reaches this far back and ahead, in minutes; older entries stay where a program has kept
 * them.
 */
const back = 60 * 24 * 60
const ahead = 180 * 24 * 60
/** The studio's own feed is long: what lies behind must not keep out what is ahead. */
const studioBack = 7 * 24 * 60
/** Entries of one feed at most: a busy studio's quarter. */
const most = 600

type Row = {
  id: string
  title: string
  topic: string
  state: 'scheduled' | 'cancelled' | 'reconciled'
  sequence: number
  startsAt: Instant
  endsAt: Instant
  timeZone: string
  coach: string
  place: string
  locationId: string
  /** Of an event: tickets that nobody has. */
  ticketsLeft: number | null
}

type TaughtRow = Row & { kind: string }
type TicketsRow = Row & { live: number; changes: number }
type OwnRow = Row &
  CancellationLimits & {
    bookingState: string
    changes: number
    declineUntil: Instant | null
    enrolmentId: string | null
    /** The child whose it is, and what they are called; null is the owner of the link. */
    childId: string | null
    child: string | null
  }

const columnsSql = (
  now: Instant,
): SQL => sql`o.id, class_type.name AS title, o.topic, o.state, o.sequence, o.starts_at AS startsAt,
  o.ends_at AS endsAt, o.time_zone AS timeZone,
  ${calledSql('coach')} AS coach,
  room.name || ', ' || CASE location.address WHEN '' THEN location.name
    ELSE location.name || ', ' || location.address END AS place, location.id AS locationId,
  CASE WHEN o.kind = 'event' AND o.state = 'scheduled' AND o.starts_at > ${now}
    THEN max(0,
      o.capacity - ${ticketsTakenSql(sql`o.id`, sql`o.studio_id`, now)}) END AS ticketsLeft`

const joinsSql = sql`JOIN class_types AS class_type ON class_type.id = o.class_type_id
  JOIN people AS coach ON coach.id = o.coach_id
  JOIN rooms AS room ON room.id = o.room_id
  JOIN locations AS location ON location.id = room.location_id`

const publicSql = sql`o.state IN ('scheduled','cancelled','reconciled') AND o.kind <> 'appointment'`

const windowFrom = (now: Instant) => ({
  from: addMinutes(now, -studioBack),
  until: addMinutes(now, ahead),
})

const windowSql = (now: Instant, minutesBack = back): SQL =>
  sql`o.starts_at >= ${addMinutes(now, -minutesBack)} AND o.starts_at < ${addMinutes(now, ahead)}`

/** What a studio has on, as a calendar anyone may subscribe to: no word of who comes. */
export async function studioCalendar(ctx: StudioContext): Promise<string> {
  const { db, studio, now } = ctx
  const rows = await db.all<Row>(sql`
    SELECT ${columnsSql(now)} FROM occurrences AS o ${joinsSql}
    WHERE o.studio_id = ${studio.id} AND ${windowSql(now, studioBack)} AND ${publicSql}
    ORDER BY o.starts_at LIMIT ${most}`)
  return fileOf(
    ctx,
    studio.name,
    rows.map((row) => publicEntry(ctx)(row)),
  )
}

/** One class as a file to add to a calendar; null where the studio shows no such class. */
export async function classCalendar(
  ctx: StudioContext,
  occurrenceId: string,
): Promise<string | null> {
  const { db, studio, now } = ctx
  const rows = await db.all<Row>(sql`
    SELECT ${columnsSql(now)} FROM occurrences AS o ${joinsSql}
    WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND ${publicSql}`)
  return rows[0]
    ? fileOf(
        ctx,
        studio.name,
        rows.map((row) => publicEntry(ctx)(row)),
      )
    : null
}

/**
 * What one person and the children they look after have booked, wait for and have given up, and what
 * somebody who works here teaches and which published shifts are theirs, by the secret of their link:
 * null where it is not (or no longer) a link of this studio, or the person has left. One trip.
 *
 * Events are those with tickets. SEQUENCE is the class's own plus every change of the person's
 * place in it (promoted, given up, booked again): it only rises. A cancel by the studio is a change
 * of the class alone.
 */
export async function personCalendar(ctx: StudioContext, token: string): Promise<string | null> {
  const { db, studio, now } = ctx
  const whose = sql`(SELECT link.person_id FROM calendar_links AS link
    WHERE link.studio_id = ${studio.id} AND ${isCalendarLinkSql(token)})`
  const familySql = sql`
    SELECT ${whose} AS person_id, NULL AS childId, NULL AS child
    UNION ALL
    SELECT child.id, child.id, ${calledSql('child')}
    FROM guardians AS look CROSS JOIN people AS child ON child.id = look.dependant_id
      AND child.studio_id = look.studio_id
    WHERE look.studio_id = ${studio.id} AND look.guardian_id = ${whose}
      AND ${actedForSql(ctx, 'child')}`
  const { owner, rows, events, taught, shifts } = await batch(db, {
    owner: db.all<{ id: string }>(
      sql`SELECT id FROM people
        WHERE studio_id = ${studio.id} AND id = ${whose} AND archived_at IS NULL`,
    ),
    rows: db.all<OwnRow>(sql`
      SELECT ${columnsSql(now)}, newest.state AS bookingState, mine.changes,
        coalesce(newest.cutoff_at, o.cutoff_at) AS cutoffAt, newest.decline_until AS declineUntil,
        newest.enrolment_id AS enrolmentId, mine.childId, mine.child
      FROM (
        SELECT family.childId, family.child, b.occurrence_id, max(b.seq) AS seq, count(*) - 1 + count(b.promoted_at)
          + sum(b.ended_at IS NOT NULL AND b.state <> 'studio_cancelled') AS changes
        FROM (${familySql}) AS family CROSS JOIN bookings AS b
          ON b.studio_id = ${studio.id} AND b.person_id = family.person_id
        GROUP BY b.person_id, b.occurrence_id
      ) AS mine
      CROSS JOIN bookings AS newest ON newest.seq = mine.seq
      CROSS JOIN occurrences AS o ON o.id = mine.occurrence_id ${joinsSql}
      WHERE o.studio_id = ${studio.id} AND ${windowSql(now)}
      ORDER BY o.starts_at, mine.child LIMIT ${most}`) as Statement<OwnRow[]>,
    events: db.all<TicketsRow>(sql`
      SELECT ${columnsSql(now)},
        sum(ticket.state IN ('valid','checked_in') AND ticket.transferred_at IS NULL) AS live,
        count(coalesce(ticket.ended_at, ticket.transferred_at)) AS changes
      FROM ticket_orders AS ticket_order
      CROSS JOIN tickets AS ticket ON ticket.studio_id = ticket_order.studio_id
        AND ticket.order_id = ticket_order.id
      CROSS JOIN occurrences AS o ON o.id = ticket_order.event_id ${joinsSql}
      WHERE ticket_order.studio_id = ${studio.id} AND ticket_order.person_id = ${whose}
        AND ticket_order.state IN ('confirmed','cancelled')
        AND ${windowSql(now)}
      GROUP BY o.id LIMIT 50`),
    taught: db.all<TaughtRow>(sql`
      SELECT ${columnsSql(now)}, o.kind FROM occurrences AS o ${joinsSql}
      WHERE o.studio_id = ${studio.id} AND o.coach_id = ${whose} AND coach.is_staff = 1
        AND ${windowSql(now, studioBack)} AND o.state IN ('scheduled','cancelled','reconciled')
      ORDER BY o.starts_at LIMIT ${most}`),
    shifts: publishedShiftsStatement(ctx, whose, windowFrom(now)),
  })
  if (!owner[0]) return null
  const entries = [
    ...rows.map(ownEntry(ctx)),
    ...events.map(ticketEntry(ctx)),
    ...taught.map(taughtEntry(ctx)),
    ...shifts.map(shiftEntry(ctx)),
  ]
  return fileOf(ctx, `My classes at ${studio.name}`, entries)
}

const fileOf = ({ now }: StudioContext, name: string, entries: CalendarEntry[]) =>
  calendarFile(name, entries, `${now.slice(0, 10)}T00:00:00Z`)

const publicEntry =
  ({ origin, studio }: StudioContext) =>
  (row: Row, more = ''): CalendarEntry => ({
    id: row.id,
    sequence: row.sequence,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    timeZone: row.timeZone,
    state: row.state === 'cancelled' ? 'cancelled' : 'confirmed',
    title: row.topic ? `${row.title}: ${row.topic}` : row.title,
    place: row.place,
    description:
      `With ${row.coach} at ${studio.name}.${leftWords(row.ticketsLeft)}${more}\n` +
      `How to get there: ${origin}${paths.location(studio, row.locationId)}`,
    url: `${origin}${paths.occurrence(studio, row.id)}`,
  })

/** Of an event, where there is still something to order. */
function leftWords(left: number | null): string {
  if (left === null) return ''
  return left === 0 ? ' Sold out.' : ` ${count(left, 'ticket')} left.`
}

const seated = new Set(['booked', 'checked_in', 'attended', 'no_show'])

/** An entry of a child says so, and is another one than that of the parent in the same class. */
function childEntry({ childId, child }: OwnRow, entry: CalendarEntry): CalendarEntry {
  if (childId === null || child === null) return entry
  return {
    ...entry,
    id: `${entry.id}-${childId}`,
    title: `${calledOf({ name: child, called: '' })}: ${entry.title}`,
    url: pathFor(entry.url, childId),
  }
}

const ownEntry =
  (ctx: StudioContext) =>
  (row: OwnRow): CalendarEntry => {
    const entry = childEntry(row, publicEntry(ctx)(row))
    const sequence = row.sequence + row.changes
    const live = entry.state !== 'cancelled'
    if (live && row.bookingState === 'waitlisted') {
      return { ...entry, sequence, state: 'tentative', title: `Waitlist: ${entry.title}` }
    }
    if (!live || !seated.has(row.bookingState)) return { ...entry, sequence, state: 'cancelled' }
    // Of a session of a course nothing goes back, and what it costs is not for a calendar file.
    if (row.enrolmentId) return { ...entry, sequence }
    const terms = cancellationTerms(
      { ...row, lateLosesCredit: false, lateFeeMinor: 0 },
      { paidBy: 'membership', declineUntil: row.declineUntil },
      ctx.now,
    )
    const free = freeUntilWords(terms, 'letter', ctx.studio)
    return { ...childEntry(row, publicEntry(ctx)(row, ` ${free}.`)), sequence }
  }

/** A class that the person teaches: another entry than a place in it, and it leads to its people. */
const taughtEntry =
  (ctx: StudioContext) =>
  (row: TaughtRow): CalendarEntry => {
    const entry = publicEntry(ctx)({ ...row, ticketsLeft: null })
    const { id, kind } = row
    const path =
      kind === 'appointment'
        ? paths.manageAppointment(ctx.studio, id)
        : paths.manageClass(ctx.studio, id)
    const url = `${ctx.origin}${path}`
    return { ...entry, id: `${id}-teach`, title: `Teach: ${entry.title}`, url }
  }

/** A shift as it was published; each new publication counts. */
const shiftEntry =
  ({ origin, studio }: StudioContext) =>
  ({ id, version, title, location, startsAt, endsAt }: PublishedShift): CalendarEntry => ({
    id: `${id}-shift`,
    sequence: version,
    state: 'confirmed',
    startsAt,
    endsAt,
    timeZone: studio.timeZone,
    title: `Shift: ${title}`,
    place: location ?? '',
    description: `Your shift at ${studio.name}.`,
    url: `${origin}${paths.manageRota(studio, { week: localDate(startsAt, studio.timeZone) })}`,
  })

/** An event that the person has tickets for, until the last of them is given back. */
const ticketEntry =
  (ctx: StudioContext) =>
  (row: TicketsRow): CalendarEntry => {
    const entry = publicEntry(ctx)({ ...row, ticketsLeft: null })
    const sequence = row.sequence + row.changes
    if (entry.state === 'cancelled' || row.live === 0)
      return { ...entry, sequence, state: 'cancelled' }
    const held = ` You have ${count(row.live, 'ticket')}.`
    return { ...publicEntry(ctx)({ ...row, ticketsLeft: null }, held), sequence }
  }
