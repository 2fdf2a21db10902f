import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { atNight, beforeTheNight } from '#app/domain/calendar/occurrence-times.ts'
import { addressed } from '#app/domain/families/addressed.ts'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import {
  type ReminderChoice,
  usualReminder,
} from '#app/domain/people/notifications/notification-form.ts'
import { keptLimitsSql } from '#app/domain/places/booking-sql.server.ts'
import { cancellationTerms, isFree } from '#app/domain/places/cancellation-terms.ts'
import { cancellationSentence } from '#app/domain/places/cancellation-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import {
  bookingReminder,
  bookingReminderNotice,
  type Reminder,
} from '#app/messages/booking-reminder.ts'
import { trialReminder } from '#app/messages/trials/trial-reminder.ts'
import { paths } from '#app/paths.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import { paidByOf } from './availability/paid-by.ts'
import { lateFeeSql } from './availability/policy-limits.server.ts'

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
  guardianName: string
  way: ReminderChoice['way']
  /** No member yet, and without an account. */
  isProspect: number
  minutes: number
  heldSince: Instant
  occurrenceId: string
  title: string
  startsAt: Instant
  localStart: LocalDateTime
  cutoffAt: Instant
  creditCutoffAt: Instant | null
  feeCutoffAt: Instant | null
  declineUntil: Instant | null
  lateLosesCredit: number
  lotId: string | null
  enrolmentId: string | null
  makeUpId: string | null
  coachName: string
  locationId: string
  roomName: string
  timeZone: string
  blackoutFrom: string
  blackoutUntil: string
}

/** Someone who came by a form or the desk for a trial: they see no notice. */
const isProspectSql = sql`(person.prospect = 1 AND person.user_id IS NULL)`

/** Places in the next days whose people want to be reminded and have not been. */
const unremindedSql = ({ studio, now }: Look): SQL => sql`
  FROM occurrences AS o
  CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
    AND b.state = 'booked'
  JOIN people AS person ON person.id = b.person_id JOIN people AS coach ON coach.id = o.coach_id
  JOIN class_types AS class_type ON class_type.id = o.class_type_id
  JOIN rooms AS room ON room.id = o.room_id
  JOIN policies AS policy ON policy.id = b.policy_id
  LEFT JOIN reminder_choices AS choice ON choice.person_id = b.person_id
  WHERE o.studio_id = ${studio} AND o.starts_at > ${now}
    AND o.starts_at <= ${addMinutes(now, looksAhead)}
    AND o.state = 'scheduled' AND b.guest_of IS NULL AND person.archived_at IS NULL
    AND coalesce(choice.way, ${usualReminder.way}) <> 'none'
    AND NOT EXISTS (
      SELECT 1 FROM notices AS notice
      WHERE notice.studio_id = o.studio_id
        AND notice.dedupe_key = 'reminder:' || b.id || ':' || o.starts_at)`

/** A reminder may come this long before the moment that was wished, in minutes: a night before it. */
const nightAtMost = 24 * 60 + beforeNight

/**
 * Whether a studio may have reminders to send: the moment that was wished has come, or may be
 * brought forward by the studio's night, and the place was held before it.
 */
export const sendRemindersDue = (look: Look): SQL => {
  const wished = sql`strftime('%Y-%m-%dT%H:%M:%SZ', o.starts_at,
    '-' || coalesce(choice.minutes, ${usualReminder.minutes}) || ' minutes')`
  return sql`EXISTS (SELECT 1 ${unremindedSql(look)}
    AND coalesce(b.promoted_at, b.created_at) < ${wished}
    AND ${wished} <= CASE WHEN policy.blackout_from = '' THEN ${look.now}
      ELSE ${addMinutes(look.now, nightAtMost)} END)`
}

/**
 * Reminds everyone of their next classes, when and how they wish: once a booking, and once more
 * when the class has moved to another time. Never in the studio's night, where it comes the evening
 * before; never for what was cancelled or is only waited for, nor to guests, whom their host tells;
 * and not who booked after the reminder would have come. Answers how many.
 *
 * The notice is the record: its key holds booking and start, so a run that is repeated, or cut off,
 * writes nothing twice.
 */
export async function sendReminders(ctx: StudioContext): Promise<number> {
  const { db, studio, now } = ctx
  const rows = await db.all<Row>(sql`
    SELECT b.id AS bookingId, b.person_id AS personId, person.name,
      person.preferred_name AS preferredName, ${addressSql(sql`b.guardian_id`)},
      coalesce(choice.way, ${usualReminder.way}) AS way, ${isProspectSql} AS isProspect,
      coalesce(choice.minutes, ${usualReminder.minutes}) AS minutes,
      coalesce(b.promoted_at, b.created_at) AS heldSince, o.id AS occurrenceId,
      class_type.name AS title, o.starts_at AS startsAt, o.local_start AS localStart,
      ${keptLimitsSql}, o.time_zone AS timeZone, b.decline_until AS declineUntil, b.lot_id AS lotId,
      b.enrolment_id AS enrolmentId, b.make_up_id AS makeUpId,
      policy.late_keeps_credit AS lateLosesCredit,
      coach.name AS coachName, room.name AS roomName, room.location_id AS locationId, policy.blackout_from AS blackoutFrom,
      policy.blackout_until AS blackoutUntil
    ${unremindedSql(lookAt(ctx))}
    ORDER BY o.starts_at, b.seq LIMIT ${looksAt}`)
  const due = rows.filter((row) => isDue(row, now)).slice(0, atOnce)
  if (due.length === 0) return 0
  // Of the few that are due: whom a policy spares is found in what they booked before.
  const fees = await db.all<{ id: string; minor: number }>(sql`
    SELECT b.id, ${lateFeeSql(now)} AS minor
    FROM json_each(${JSON.stringify(due.map(({ bookingId }) => bookingId))}) AS input
    JOIN bookings AS b ON b.id = input.value JOIN people AS person ON person.id = b.person_id
    JOIN policies AS policy ON policy.id = b.policy_id WHERE b.studio_id = ${studio.id}`)
  const feeOf = new Map(fees.map(({ id, minor }) => [id, minor]))
  const statements: Record<string, Statement<D1Result>> = {}
  due.forEach((row, i) => {
    const message = reminderOf(ctx, { ...row, lateFeeMinor: feeOf.get(row.bookingId) ?? 0 })
    const dedupeKey = `reminder:${row.bookingId}:${row.startsAt}`
    const still = sql`EXISTS (
      SELECT 1 FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
      WHERE b.studio_id = ${studio.id} AND b.id = ${row.bookingId} AND b.state = 'booked'
        AND o.state = 'scheduled' AND o.starts_at = ${row.startsAt})`
    if (row.way === 'mail' && row.email) {
      const mail = { studioId: studio.id, dedupeKey, to: row.email, kind: 'booking-reminder' }
      statements[`mail${i}`] = queueStatement(
        db,
        {
          ...mail,
          letter: row.isProspect
            ? trialReminder({ ...message, contact: studio })
            : bookingReminder(message),
        },
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

function reminderOf(
  { studio, origin, now }: StudioContext,
  row: Row & { lateFeeMinor: number },
): Reminder {
  const { name, slug, timeZone, locale, currency } = studio
  const { bookingId, title, localStart, coachName, roomName, locationId } = row
  const paidBy = paidByOf(row)
  const terms = cancellationTerms(row, { paidBy, declineUntil: row.declineUntil }, now)
  return {
    studio: { name, slug, timeZone, locale, currency },
    origin,
    bookingId,
    title,
    localStart,
    coachName,
    roomName,
    locationId,
    ...addressed(row),
    cancelling: cancellationSentence(terms, 'letter', studio),
    late: !isFree(terms),
    inCourse: paidBy === 'course',
  }
}
