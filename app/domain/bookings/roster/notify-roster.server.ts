import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type ClassMessage, classMessage, classMessageNotice } from '#app/messages/class-message.ts'
import { paths } from '#app/paths.ts'
import {
  type OccurrenceRow,
  occurrenceColumnsSql,
  occurrenceSourceSql,
} from '../availability/bookable-occurrences.server.ts'
import { messageOf } from '../booking/message-of.ts'
import type { RosterAudience, RosterMessageForm } from './desk-forms.ts'

/** Who a message about a class could reach. */
export type RosterReader = {
  bookingId: string
  personId: string
  name: string
  preferredName: string
  email: string
  waiting: number
}

/** More than any room holds. */
const most = 300

const audiences: Record<RosterAudience, SQL> = {
  booked: sql`b.state IN ('booked','checked_in','attended','no_show')`,
  waiting: sql`b.state = 'waitlisted'`,
  everybody: sql`b.state IN ('booked','checked_in','attended','no_show','waitlisted')`,
}

function statementsOf({ db, studio }: StudioContext, occurrenceId: string, to: RosterAudience) {
  return {
    occurrence: db.all<OccurrenceRow>(sql`
      SELECT ${occurrenceColumnsSql} FROM ${occurrenceSourceSql}
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`),
    readers: db.all<RosterReader>(sql`
      SELECT b.id AS bookingId, b.person_id AS personId, person.name,
        person.preferred_name AS preferredName, person.email, b.state = 'waitlisted' AS waiting
      FROM bookings AS b JOIN people AS person ON person.id = b.person_id
      WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrenceId} AND ${audiences[to]}
      ORDER BY person.name LIMIT ${most}`),
  }
}

/** The class and everybody a message could reach, for its form. Null for another studio's id. */
export async function rosterMessagePage(ctx: StudioContext, occurrenceId: string) {
  const { occurrence, readers } = await batch(ctx.db, statementsOf(ctx, occurrenceId, 'everybody'))
  return occurrence[0] ? { occurrence: occurrence[0], readers } : null
}

export type NotifyRosterResult =
  | { ok: true; notified: number; mailed: number; again?: true }
  | { ok: false; reason: 'not_found' | 'nobody' }

/**
 * Writes to whoever is booked in a class, waits for it, or both: a notice in the app each and, if
 * asked for, a mail to those with an address. The form's key is the line of the audit and the name
 * of the message, so sending it twice tells nobody twice. Refused where nobody would read it, and
 * for another studio's class (`not_found`).
 */
export async function notifyRoster(
  ctx: StaffContext,
  occurrenceId: string,
  { key, to, text, mail }: RosterMessageForm,
): Promise<NotifyRosterResult> {
  const { occurrence, readers } = await batch(ctx.db, statementsOf(ctx, occurrenceId, to))
  const [found] = occurrence
  if (!found) return { ok: false, reason: 'not_found' }
  if (readers.length === 0) return { ok: false, reason: 'nobody' }
  const mailed = mail ? readers.filter(({ email }) => email !== '').length : 0
  const notified = readers.length
  const detail = { to, text, notified, mailed }
  // Only what this very line tells of is sent: a form that went back and says something else needs
  // a new key.
  const done = sql`EXISTS (SELECT 1 FROM audit_entries AS line
    WHERE line.id = ${key} AND line.studio_id = ${ctx.studio.id}
      AND line.detail = ${JSON.stringify(detail)})`
  const statements: Record<string, Statement<D1Result>> = {}
  for (const reader of readers) {
    const { personId, email } = reader
    const message: ClassMessage = {
      ...messageOf(ctx, reader, found),
      occurrenceId,
      text,
      from: ctx.actor.name,
    }
    const dedupeKey = `class-message:${key}:${personId}`
    const kind = 'class-message'
    const path = paths.occurrence(ctx.studio, occurrenceId)
    statements[`notice${personId}`] = noticeStatement(
      ctx,
      { personId, dedupeKey, kind, text: classMessageNotice(message), path },
      done,
    )
    if (!mail || !email) continue
    const letter = {
      studioId: ctx.studio.id,
      dedupeKey,
      to: email,
      kind,
      letter: classMessage(message),
    }
    statements[`mail${personId}`] = queueStatement(ctx.db, letter, ctx.nowMs, done)
  }
  const { audit } = await batch(ctx.db, {
    audit: auditStatement(ctx, {
      id: key,
      action: 'roster.told',
      subjectKind: 'occurrence',
      subjectId: occurrenceId,
      detail,
    }),
    ...statements,
  })
  return changed(audit) > 0
    ? { ok: true, notified, mailed }
    : { ok: true, notified, mailed, again: true }
}
