import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { addWalkIn, type WalkInResult } from '#app/domain/bookings/roster/add-walk-in.server.ts'
import { holdForPerson } from '#app/domain/bookings/waitlist/hold-for-person.server.ts'
import { liveSql } from '#app/domain/leads/lead-sql.server.ts'
import { noteTrial } from '#app/domain/leads/note-trial.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { trialBooked } from '#app/messages/trials/trial-booked.ts'
import { trialHeld } from '#app/messages/trials/trial-held.ts'
import type { Instant } from '#app/values/instant.ts'
import { dayShortTime, deadline } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

/** A place is held for a lead so long. */
const holdHours = 12

type LeadRow = { personId: string; name: string; email: string }
type ClassRow = { title: string; localStart: LocalDateTime; room: string; coach: string }

async function readBoth(ctx: StaffContext, leadId: string, occurrenceId: string) {
  const { db, studio } = ctx
  const { lead, of } = await batch(db, {
    lead: db.all<LeadRow>(sql`
      SELECT person.id AS personId, person.name, person.email FROM leads
      JOIN people AS person ON person.id = leads.person_id
      WHERE leads.studio_id = ${studio.id} AND leads.id = ${leadId} AND ${liveSql('leads')}`),
    of: db.all<ClassRow>(sql`
      SELECT class_type.name AS title, o.local_start AS localStart, room.name AS room,
        ${calledSql('coach')} AS coach
      FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
      JOIN rooms AS room ON room.id = o.room_id JOIN people AS coach ON coach.id = o.coach_id
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`),
  })
  return { lead: lead[0], of: of[0] }
}

export type BookTrialResult =
  | Extract<WalkInResult, { ok: true }>
  | Extract<WalkInResult, { ok: false }>
  | { ok: false; reason: 'no_lead' }

/** However few places a class has, so many can be taken by forms. */
const strangersAtLeast = 2

/**
 * Over occurrence `o`: the person is no member and has never had a place, and with them people who
 * are not members have no more than half of the class, so that forms cannot fill it.
 */
const strangerMayTrySql = ({ studio }: StaffContext, personId: string): SQL => sql`
  EXISTS (SELECT 1 FROM people AS new WHERE new.studio_id = ${studio.id} AND new.id = ${personId}
    AND new.prospect = 1 AND new.archived_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM bookings AS earlier
    WHERE earlier.studio_id = ${studio.id} AND earlier.person_id = ${personId}
      AND earlier.state IN ('booked','checked_in','attended','no_show'))
  AND (SELECT count(*) FROM bookings AS taken
    JOIN people AS stranger ON stranger.id = taken.person_id AND stranger.prospect = 1
    WHERE taken.studio_id = ${studio.id} AND taken.occurrence_id = o.id
      AND taken.state IN ('booked','checked_in')) < max(${strangersAtLeast}, o.capacity / 2)`

/**
 * Books a lead into a class at no cost, through the use case of the desk: never over capacity, and
 * never past those who wait. A place that is held for them becomes theirs. They get a letter, and
 * the lead stands where trials are booked. Twice is once. `byForm` nobody has shown who they are,
 * and places kept for walk-ins stay kept; staff give these, too.
 */
export async function bookTrial(
  ctx: StaffContext,
  leadId: string,
  occurrenceId: string,
  { byForm = false }: { byForm?: boolean } = {},
): Promise<BookTrialResult> {
  const { lead, of } = await readBoth(ctx, leadId, occurrenceId)
  if (!lead || !of) return { ok: false, reason: 'no_lead' }
  const result = await addWalkIn(ctx, occurrenceId, {
    personId: lead.personId,
    pay: { kind: 'trial' },
    booksAhead: byForm,
    ...(byForm ? { onlyIf: strangerMayTrySql(ctx, lead.personId) } : {}),
  })
  if (!result.ok) return result
  const { studio, db, nowMs } = ctx
  await noteTrial(ctx, leadId, {
    bookingId: result.bookingId,
    outcome: 'booked',
    words: `${of.title}, ${dayShortTime(of.localStart, studio.locale)}`,
  })
  if (lead.email)
    await batch(db, {
      letter: queueStatement(
        db,
        {
          studioId: studio.id,
          dedupeKey: `trial-booked:${result.bookingId}`,
          to: lead.email,
          kind: 'trial-booked',
          letter: trialBooked(messageOf(ctx, lead, of)),
        },
        nowMs,
      ),
    })
  return result
}

export type HoldTrialResult =
  | { ok: true; until: Instant; title: string; localStart: LocalDateTime }
  | { ok: false; reason: 'no_lead' | 'not_free' }

/**
 * Keeps a place for a lead for 12 hours, or until the class starts, and tells them by letter; after
 * that it is free again automatically. The form's key is the place's id: sent twice it is one.
 */
export async function holdTrial(
  ctx: StaffContext,
  leadId: string,
  { occurrenceId, key }: { occurrenceId: string; key: string },
): Promise<HoldTrialResult> {
  const { lead, of } = await readBoth(ctx, leadId, occurrenceId)
  if (!lead || !of) return { ok: false, reason: 'no_lead' }
  const { personId } = lead
  const held = await holdForPerson(ctx, occurrenceId, { personId, key, minutes: holdHours * 60 })
  if (!held.ok) return held
  await noteTrial(ctx, leadId, {
    bookingId: held.bookingId,
    outcome: 'held',
    words: `${of.title}, ${dayShortTime(of.localStart, ctx.studio.locale)}`,
  })
  const { db, studio, nowMs } = ctx
  const until = deadline(held.until, studio.timeZone, studio.locale)
  if (lead.email)
    await batch(db, {
      letter: queueStatement(
        db,
        {
          studioId: studio.id,
          dedupeKey: `trial-held:${held.bookingId}`,
          to: lead.email,
          kind: 'trial-held',
          letter: trialHeld({ ...messageOf(ctx, lead, of), until }),
        },
        nowMs,
      ),
    })
  return { ok: true, until: held.until, title: of.title, localStart: of.localStart }
}

const messageOf = ({ studio, origin }: StaffContext, lead: LeadRow, of: ClassRow) => ({
  studio,
  origin,
  name: lead.name,
  title: of.title,
  localStart: of.localStart,
  coachName: of.coach,
  roomName: of.room,
  contact: studio,
})
