/** The lists of a profile, each whole and in pages: what happened with one person, newest first. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { type PageNumber, pageStatements, toPage } from '#app/db/page.server.ts'
import { type PersonRow, personStatement } from '#app/domain/people/person-queries.server.ts'
import { invoiceColumnsSql } from '#app/domain/sales/invoices/invoice-rows.server.ts'
import type { InvoiceRow } from '#app/domain/sales/invoices/invoice-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import type { HistoryTab } from './history-tabs.ts'

export type BookingLine = {
  id: string
  occurrenceId: string | null
  kind: string
  state: string
  title: string
  localStart: string | null
  startsAt: string
  coachName: string
  paidWith: string
}

export type HoldingLine = {
  id: string
  kind: 'membership' | 'pack'
  name: string
  startsOn: string
  endsOn: string | null
  state: string
  frozenFrom: string | null
  frozenUntil: string | null
  left: number | null
  refundedAt: string | null
}

export type CreditLine = {
  id: number
  kind: string
  amount: number
  reason: string
  createdAt: string
  title: string | null
  localStart: string | null
  pack: string
  left: number
}

export type InvoiceLine = InvoiceRow & {
  /** Whom it is for where the person pays for somebody else. */
  forName: string | null
}

export type AuditLine = {
  id: string
  action: string
  detail: string
  reason: string
  actorName: string
  createdAt: string
  undone: number
}

export type LevelLine = AuditLine & { discipline: string | null; level: string | null }

export type NoteLine = {
  id: string
  kind: 'note' | 'yellow' | 'red' | 'injury'
  text: string
  authorId: string
  authorName: string
  createdAt: string
  removedAt: string | null
}

export type MessageLine = {
  id: string
  channel: 'email' | 'sms' | 'notice'
  words: string
  state: string
  atMs: number
}

export type HistoryLines = {
  bookings: BookingLine
  memberships: HoldingLine
  credits: CreditLine
  invoices: InvoiceLine
  levels: LevelLine
  notes: NoteLine
  messages: MessageLine
  audit: AuditLine
}

type Query = { select: SQL; from: SQL; where: SQL; orderBy: SQL }

/** What each list reads: always the rows of one person by an index of theirs. */
function queryOf(ctx: StudioContext, personId: string, tab: HistoryTab): Query {
  const { studio, now } = ctx
  const of = sql`studio_id = ${studio.id} AND person_id = ${personId}`
  switch (tab) {
    case 'bookings':
      return {
        select: sql`id, occurrenceId, kind, state, title, localStart, startsAt, coachName, paidWith`,
        from: sql`(
          SELECT b.id, b.occurrence_id AS occurrenceId, o.kind, b.state, class_type.name AS title,
            o.local_start AS localStart, o.starts_at AS startsAt, coach.name AS coachName,
            CASE WHEN b.lot_id IS NOT NULL THEN (SELECT package.name FROM lots AS lot
                JOIN packages AS package ON package.id = lot.package_id WHERE lot.id = b.lot_id)
              WHEN b.membership_id IS NOT NULL THEN (SELECT plan.name FROM memberships AS membership
                JOIN plans AS plan ON plan.id = membership.plan_id
                WHERE membership.id = b.membership_id)
              WHEN b.enrolment_id IS NOT NULL THEN 'Course'
              WHEN b.make_up_id IS NOT NULL THEN 'Make-up' ELSE '' END AS paidWith
          FROM bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
          JOIN class_types AS class_type ON class_type.id = o.class_type_id
          JOIN people AS coach ON coach.id = o.coach_id
          WHERE b.studio_id = ${studio.id} AND b.person_id = ${personId}
          UNION ALL
          SELECT id, NULL, 'visit', 'visit', coalesce(brought_from, ''), NULL, arrived_at, '', ''
          FROM arrivals
          WHERE ${of} AND booking_id IS NULL AND undone_at IS NULL) AS line`,
        where: sql`1`,
        orderBy: sql`startsAt DESC, id DESC`,
      }
    case 'memberships':
      return {
        select: sql`*`,
        from: sql`(
          SELECT membership.id, 'membership' AS kind, plan.name, membership.starts_on AS startsOn,
            membership.ends_on AS endsOn, membership.state, membership.frozen_from AS frozenFrom,
            membership.frozen_until AS frozenUntil, NULL AS left, NULL AS refundedAt,
            membership.purchased_at AS boughtAt
          FROM memberships AS membership JOIN plans AS plan ON plan.id = membership.plan_id
          WHERE membership.studio_id = ${studio.id} AND membership.person_id = ${personId}
          UNION ALL
          SELECT lot.id, 'pack', package.name, lot.starts_on, lot.expires_on,
            iif(lot.expires_on < ${localDate(now, studio.timeZone)}, 'expired', 'active'), NULL, NULL,
            (SELECT coalesce(sum(amount), 0) FROM entries
              WHERE studio_id = lot.studio_id AND lot_id = lot.id),
            lot.refunded_at, lot.purchased_at
          FROM lots AS lot JOIN packages AS package ON package.id = lot.package_id
          WHERE lot.studio_id = ${studio.id} AND lot.person_id = ${personId}) AS line`,
        where: sql`1`,
        orderBy: sql`startsOn DESC, boughtAt DESC, id`,
      }
    case 'credits':
      return {
        select: sql`entry.seq AS id, entry.kind, entry.amount, entry.reason,
          entry.created_at AS createdAt, class_type.name AS title, o.local_start AS localStart,
          package.name AS pack, (SELECT sum(before.amount) FROM entries AS before
            WHERE before.studio_id = entry.studio_id AND before.lot_id = entry.lot_id
              AND before.seq <= entry.seq) AS left`,
        from: sql`entries AS entry JOIN lots AS lot ON lot.id = entry.lot_id
          JOIN packages AS package ON package.id = lot.package_id
          LEFT JOIN bookings AS b ON b.id = entry.booking_id
          LEFT JOIN occurrences AS o ON o.id = b.occurrence_id
          LEFT JOIN class_types AS class_type ON class_type.id = o.class_type_id`,
        where: sql`entry.studio_id = ${studio.id} AND entry.person_id = ${personId}`,
        orderBy: sql`entry.seq DESC`,
      }
    case 'invoices':
      return {
        select: sql`${invoiceColumnsSql},
          (SELECT name FROM people WHERE id = invoice.person_id
            AND invoice.person_id <> ${personId}) AS forName`,
        from: sql`(
          SELECT * FROM invoices WHERE ${of}
          UNION
          SELECT * FROM invoices
          WHERE studio_id = ${studio.id} AND billed_to_id = ${personId}) AS invoice
          CROSS JOIN people AS person ON person.id = invoice.person_id`,
        where: sql`1`,
        orderBy: sql`invoice.issued_on DESC, invoice.number DESC`,
      }
    case 'levels':
      return {
        select: sql`${auditColumns},
          (SELECT name FROM disciplines WHERE studio_id = audit.studio_id
            AND id = json_extract(audit.detail, '$.disciplineId')) AS discipline,
          (SELECT name FROM levels WHERE studio_id = audit.studio_id
            AND id = json_extract(audit.detail, '$.after.levelId')) AS level`,
        from: sql`audit_entries AS audit`,
        where: sql`${auditOf(studio.id, personId)} AND audit.action = 'level.set'`,
        orderBy: sql`audit.created_at DESC, audit.id DESC`,
      }
    case 'notes':
      return {
        select: sql`id, kind, text, author_id AS authorId, author_name AS authorName,
          created_at AS createdAt, removed_at AS removedAt`,
        from: sql`person_notes`,
        where: of,
        orderBy: sql`created_at DESC, id DESC`,
      }
    case 'messages':
      return {
        select: sql`id, channel, words, state, atMs`,
        from: sql`(
          SELECT letter.id, letter.channel, letter.subject AS words, letter.state,
            letter.created_at_ms AS atMs
          FROM people AS person CROSS JOIN outbox AS letter ON letter.recipient = person.email
          WHERE person.studio_id = ${studio.id} AND person.id = ${personId} AND person.email <> ''
            AND letter.studio_id = ${studio.id}
          UNION ALL
          SELECT id, 'notice', text, iif(read_at IS NULL, 'unread', 'read'),
            unixepoch(created_at) * 1000
          FROM notices WHERE ${of}) AS line`,
        where: sql`1`,
        orderBy: sql`atMs DESC, id DESC`,
      }
    case 'audit':
      return {
        select: auditColumns,
        from: sql`audit_entries AS audit`,
        where: auditOf(studio.id, personId),
        orderBy: sql`audit.created_at DESC, audit.id DESC`,
      }
  }
}

const auditColumns = sql`audit.id, audit.action, audit.detail, audit.reason,
  audit.actor_name AS actorName, audit.created_at AS createdAt,
  EXISTS (SELECT 1 FROM audit_entries AS undo WHERE undo.id = 'undo-' || audit.id) AS undone`

const auditOf = (studioId: string, personId: string) => sql`audit.studio_id = ${studioId}
  AND audit.subject_kind = 'person' AND audit.subject_id = ${personId}`

/**
 * One page of one list of a person, in one trip; null where the studio has no such person. What
 * staff may not read of it is left out by the words (`history-words`), so that a page has as many
 * rows as it counts.
 */
export async function historyPage<Tab extends HistoryTab>(
  ctx: StudioContext,
  personId: string,
  tab: Tab,
  at: PageNumber,
) {
  const { items, count } = pageStatements<HistoryLines[Tab]>(
    ctx.db,
    queryOf(ctx, personId, tab),
    at,
  )
  const answer = await batch(ctx.db, {
    person: personStatement(ctx, personId) as Statement<PersonRow[]>,
    items,
    count,
  })
  const [person] = answer.person
  return person ? { person, list: toPage(answer, at, (line) => line) } : null
}
