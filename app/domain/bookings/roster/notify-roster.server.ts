import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import {
  addressSql,
  reachedSql,
  throughGuardianSql,
} from '#app/domain/families/letter-address.server.ts'
import { addressedTogether, oneLetterEach } from '#app/domain/families/one-letter.ts'
import type { RosterAudience } from '#app/domain/happenings/happening-kinds.ts'
import { recordedStatement } from '#app/domain/happenings/happenings.server.ts'
import { type Teller, tellFirst } from '#app/domain/messaging/tell-people.server.ts'
import { offeredSql } from '#app/domain/places/booking-sql.server.ts'
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
import type { RosterMessageForm } from './desk-forms.ts'

/** How many a message would reach in the app, and how many of them by email too. */
export type Reach = { people: number; mailed: number }

type RosterReader = {
  seq: number
  personId: string
  name: string
  preferredName: string
  email: string
  guardianName: string
}

/** So many without an address are named on the form of a message. */
const namedAtMost = 20

const audiences: Record<RosterAudience, SQL> = {
  booked: sql`b.state IN ('booked','checked_in','attended','no_show')`,
  waiting: sql`b.state = 'waitlisted'`,
  everybody: sql`b.state IN ('booked','checked_in','attended','no_show','waitlisted')`,
}

const readersSql = ({ studio }: StudioContext, occurrenceId: string, to: RosterAudience): SQL =>
  sql`FROM bookings AS b JOIN people AS person ON person.id = b.person_id
    WHERE b.studio_id = ${studio.id} AND b.occurrence_id = ${occurrenceId} AND ${audiences[to]}`

const occurrenceStatement = ({ db, studio }: StudioContext, occurrenceId: string) =>
  db.all<OccurrenceRow>(sql`
    SELECT ${occurrenceColumnsSql} FROM ${occurrenceSourceSql}
    WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`)

const reachStatement = (ctx: StudioContext, occurrenceId: string, to: RosterAudience) =>
  ctx.db.all<Reach>(sql`
    SELECT count(*) AS people, count(CASE WHEN ${reachedSql} THEN 1 END) AS mailed
    ${readersSql(ctx, occurrenceId, to)}`)

const nobody: Reach = { people: 0, mailed: 0 }

/**
 * The class, whom a message would reach of each audience, and the first of those without an
 * address, for its form. Null for another studio's id.
 */
export async function rosterMessagePage(ctx: StudioContext, occurrenceId: string) {
  const read = await batch(ctx.db, {
    occurrence: occurrenceStatement(ctx, occurrenceId),
    booked: reachStatement(ctx, occurrenceId, 'booked'),
    waiting: reachStatement(ctx, occurrenceId, 'waiting'),
    offered: ctx.db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM bookings AS b
      WHERE b.studio_id = ${ctx.studio.id} AND b.occurrence_id = ${occurrenceId}
        AND ${offeredSql('b')}`),
    unmailed: ctx.db.all<{ name: string }>(sql`
      SELECT person.name ${readersSql(ctx, occurrenceId, 'everybody')} AND NOT ${reachedSql}
      ORDER BY person.name LIMIT ${namedAtMost}`),
  })
  const [occurrence] = read.occurrence
  if (!occurrence) return null
  const [booked, waiting] = [read.booked[0] ?? nobody, read.waiting[0] ?? nobody]
  const everybody: Reach = {
    people: booked.people + waiting.people,
    mailed: booked.mailed + waiting.mailed,
  }
  return {
    occurrence,
    reach: { booked, waiting, everybody },
    /** Of those who wait, who is offered a place. */
    offered: read.offered[0]?.n ?? 0,
    unmailed: read.unmailed.map(({ name }) => name),
  }
}

export type NotifyRosterResult =
  | { ok: true; notified: number; mailed: number; again?: true }
  | { ok: false; reason: 'not_found' | 'nobody' }

/**
 * Writes to everyone who is booked in a class, waits for it, or both: a notice in the app each and,
 * if asked for, a mail to those with an address. The form's key is the line of the audit and of
 * what happened, so sending it twice tells nobody twice, and other words need a new key. The first
 * are told right away, the rest of a big class by the next reader of the record. Refused where
 * nobody would read it, and for another studio's class (`not_found`).
 */
export async function notifyRoster(
  ctx: StaffContext,
  occurrenceId: string,
  { key, to, text, mail }: RosterMessageForm,
): Promise<NotifyRosterResult> {
  const { occurrence, reach } = await batch(ctx.db, {
    occurrence: occurrenceStatement(ctx, occurrenceId),
    reach: reachStatement(ctx, occurrenceId, to),
  })
  if (!occurrence[0]) return { ok: false, reason: 'not_found' }
  const { people: notified, mailed: reachable } = reach[0] ?? nobody
  if (notified === 0) return { ok: false, reason: 'nobody' }
  const mailed = mail ? reachable : 0
  const { audit } = await batch(ctx.db, {
    audit: auditStatement(ctx, {
      id: key,
      action: 'roster.told',
      subjectKind: 'occurrence',
      subjectId: occurrenceId,
      detail: { to, text, notified, mailed },
    }),
    happened: recordedStatement(
      ctx,
      {
        id: key,
        kind: 'roster.written_to',
        subjectId: occurrenceId,
        detail: { to, text, mail: mail !== undefined },
      },
      rightAfterChange,
    ),
  })
  if (changed(audit) === 0) return { ok: true, notified, mailed, again: true }
  await tellFirst(ctx, key, tellRoster)
  return { ok: true, notified, mailed }
}

/** Whom staff wrote to: everyone who was in the class then and still is, in order of joining. */
export const tellRoster: Teller<'roster.written_to'> = {
  message: 'class-message',
  async listReaders(ctx, { subjectId, detail, actorName, at }, after, limit) {
    const readersStatement = (which: SQL) =>
      ctx.db.all<RosterReader>(sql`
        SELECT b.seq, b.person_id AS personId, person.name,
          person.preferred_name AS preferredName, ${addressSql(sql`b.guardian_id`)}
        ${readersSql(ctx, subjectId, detail.to)} AND b.created_at <= ${at} ${which}`)
    const { occurrence, readers, children } = await batch(ctx.db, {
      occurrence: occurrenceStatement(ctx, subjectId),
      readers: readersStatement(sql`AND b.seq > ${Number(after)} ORDER BY b.seq LIMIT ${limit}`),
      children: readersStatement(sql`AND ${throughGuardianSql} ORDER BY b.seq`),
    })
    const [found] = occurrence
    if (!found) return []
    const lettersOf = oneLetterEach(readers, children)
    return readers.map((row) => {
      const { seq, ...reader } = row
      const { group, first } = lettersOf(row)
      const message: ClassMessage = {
        ...messageOf(ctx, reader, found),
        occurrenceId: subjectId,
        text: detail.text,
        from: actorName,
      }
      return {
        position: String(seq),
        key: reader.personId,
        personId: reader.personId,
        email: detail.mail ? reader.email : '',
        letter: first ? classMessage({ ...message, ...addressedTogether(group) }) : null,
        notice: {
          text: classMessageNotice(message),
          path: paths.occurrence(ctx.studio, subjectId),
        },
      }
    })
  },
}
