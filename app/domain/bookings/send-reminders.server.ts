import { sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { atNight, beforeTheNight } from '#app/domain/calendar/occurrence-times.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { type ReminderChoice, usualReminder } from '#app/domain/people/reminder-choice.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  bookingReminder,
  bookingReminderNotice,
  type Reminder,
} from '#app/messages/booking-reminder.ts'
import { paths } from '#app/paths.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

/** The longest wish and a night on top, in minutes: further ahead nothing can be due. */
const looksAhead = 3 * 24 * 60
/** Bookings looked at and reminders written in one run; the next minute goes on. */
const looksAt = 5_000
const atOnce = 50
/** A reminder that would fall in the night comes this many minutes before it. */
const beforeNight = 30

type Row = {
  bookingId: string
  personId: string
  name: string
  preferredName: string
  email: string
  way: ReminderChoice['way']
  minutes: number
  heldSince: Instant
  occurrenceId: string
  title: string
  startsAt: Instant
  localStart: LocalDateTime
  cutoffAt: Instant
  coachName: string
  roomName: string
  timeZone: string
  blackoutFrom: string
  blackoutUntil: string
}

/**
 * Reminds everybody of their next classes, when and how they wish: once a booking, and once more when the class has
 * moved to another time. Never in the studio's night, where it comes the evening before; never for what was cancelled or
 * is only waited for, nor to guests, whom their host tells; and not who booked after the reminder would have come. Answers how many.
 *
 * The notice is the record: its key holds booking and start, so a run that is repeated, or cut off, writes nothing twice.
 */
export async function sendReminders(ctx: StudioContext): Promise<number> {
  const { db, studio, now } = ctx
  const rows = await db.all<Row>(sql`
    SELECT b.id AS bookingId, b.person_id AS personId, h.name, h.preferred_name AS preferredName, h.email,
      coalesce(c.way, ${usualReminder.way}) AS way, coalesce(c.minutes, ${usualReminder.minutes}) AS minutes,
      coalesce(b.promoted_at, b.created_at) AS heldSince, o.id AS occurrenceId, t.name AS title,
      o.starts_at AS startsAt, o.local_start AS localStart, coalesce(b.cutoff_at, o.cutoff_at) AS cutoffAt, o.time_zone AS timeZone,
      g.name AS coachName, r.name AS roomName, p.blackout_from AS blackoutFrom, p.blackout_until AS blackoutUntil
    FROM occurrences AS o
    CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id AND b.state = 'booked'
    JOIN people AS h ON h.id = b.person_id JOIN people AS g ON g.id = o.coach_id
    JOIN class_types AS t ON t.id = o.class_type_id JOIN rooms AS r ON r.id = o.room_id
    JOIN policies AS p ON p.id = b.policy_id
    LEFT JOIN reminder_choices AS c ON c.person_id = b.person_id
    WHERE o.studio_id = ${studio.id} AND o.starts_at > ${now} AND o.starts_at <= ${addMinutes(now, looksAhead)}
      AND o.state = 'scheduled' AND b.guest_of IS NULL AND h.archived_at IS NULL AND coalesce(c.way, ${usualReminder.way}) <> 'none'
      AND NOT EXISTS (
        SELECT 1 FROM notices AS n
        WHERE n.studio_id = o.studio_id AND n.dedupe_key = 'reminder:' || b.id || ':' || o.starts_at)
    ORDER BY o.starts_at, b.seq LIMIT ${looksAt}`)
  const due = rows.filter((row) => isDue(row, now)).slice(0, atOnce)
  if (due.length === 0) return 0
  const statements: Record<string, Statement<D1Result>> = {}
  due.forEach((row, i) => {
    const message = reminderOf(ctx, row)
    const dedupeKey = `reminder:${row.bookingId}:${row.startsAt}`
    const still = sql`EXISTS (
      SELECT 1 FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
      WHERE b.studio_id = ${studio.id} AND b.id = ${row.bookingId} AND b.state = 'booked'
        AND o.state = 'scheduled' AND o.starts_at = ${row.startsAt})`
    if (row.way === 'mail' && row.email) {
      const mail = { studioId: studio.id, dedupeKey, to: row.email, kind: 'booking-reminder' }
      statements[`mail${i}`] = queueStatement(
        db,
        { ...mail, letter: bookingReminder(message) },
        ctx.nowMs,
        still,
      )
    }
    statements[`notice${i}`] = noticeStatement(
      ctx,
      {
        personId: row.personId,
        dedupeKey,
        kind: 'booking-reminder',
        text: bookingReminderNotice(message),
        path: paths.occurrence(studio, row.occurrenceId),
      },
      still,
    )
  })
  const result = (await batch(db, statements)) as Record<string, unknown>
  return due.reduce((n, _, i) => n + changed(result[`notice${i}`]), 0)
}

/** Whether the moment of a reminder has come, and it is no time to sleep. */
function isDue(row: Row, now: Instant): boolean {
  const wished = addMinutes(row.startsAt, -row.minutes)
  const evening = beforeTheNight(wished, row.timeZone, row)
  const at = atNight(wished, row.timeZone, row) ? addMinutes(evening, -beforeNight) : wished
  return at <= now && row.heldSince < at && !atNight(now, row.timeZone, row)
}

function reminderOf({ studio, origin, now }: StudioContext, row: Row): Reminder {
  const { name, slug, timeZone, locale, currency } = studio
  const { bookingId, title, localStart, coachName, roomName, cutoffAt } = row
  return {
    ...{
      studio: { name, slug, timeZone, locale, currency },
      origin,
      bookingId,
      title,
      localStart,
      coachName,
      roomName,
    },
    name: row.preferredName || (row.name.split(' ')[0] ?? row.name),
    freeUntil: cutoffAt > now ? cutoffAt : null,
  }
}
