import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { type AuditRow, auditOfStatement } from '#app/domain/audit/audit-queries.server.ts'
import type { PaymentMethod } from '#app/domain/billing/invoices/payment-words.ts'
import { type AccountItem, openItemsStatement } from '#app/domain/billing/open-items.server.ts'
import {
  type PersonDocumentRow,
  personDocumentsStatement,
} from '#app/domain/documents/document-queries.server.ts'
import {
  entitlementsStatements,
  type LotRow,
  type MembershipRow,
} from '#app/domain/entitlements/entitlement-queries.server.ts'
import { type Relative, relativesStatement } from '#app/domain/families/family-queries.server.ts'
import { type Tie, tiesStatement } from '#app/domain/families/tie-people.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import { type AnswerRow, answersStatement } from '#app/domain/people/fields/field-queries.server.ts'
import {
  type LadderRow,
  laddersStatement,
  type NoteRow,
  notesStatement,
  type PersonRow,
  personStatement,
} from '#app/domain/people/person-queries.server.ts'
import { referralFactsStatement } from '#app/domain/people/referrals/referral-page.server.ts'
import { type KioskProof, proofOf } from '#app/domain/reception/kiosk-proof.ts'
import { kioskProofStatement } from '#app/domain/reception/kiosk-settings.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

export type StoryBooking = {
  id: string
  state: string
  title: string
  coachName: string
  roomName: string
  localStart: string
  startsAt: string
  createdAt: string
  endedAt: string | null
  promotedAt: string | null
  lotId: string | null
  occurrenceId: string
  kind: string
}

export type StoryEntry = {
  lotId: string
  kind: string
  amount: number
  reason: string
  createdAt: string
  title: string | null
  localStart: string | null
  packName: string
  bookingState: string | null
}

export type FeeRow = {
  id: string
  /** Whose account it is charged to: the guardian's, where one booked. */
  payerId: string
  bookingId: string
  occurrenceId: string
  kind: 'late_cancel' | 'no_show'
  amountMinor: number
  currency: string
  dueAt: string
  state: string
  title: string
  localStart: string
}

/** An invoice or credit note, and when somebody was last reminded of it. */
export type BillRow = {
  id: string
  kind: 'invoice' | 'credit_note'
  reference: string
  totalMinor: number
  createdAt: string
  remindedAt: string | null
}

/** Money in, or out where it is negative, over whichever invoices. */
export type PaymentRow = {
  id: string
  amountMinor: number
  method: PaymentMethod
  takenAt: string
  takenBy: string
}

export type BoughtPlan = { id: string; name: string; purchasedAt: string }

export type PersonPage = {
  person: PersonRow
  notes: NoteRow[]
  /** What they answered to fields of the studio's own. */
  answers: AnswerRow[]
  ladders: LadderRow[]
  relatives: Relative[]
  /** Family that is noted without rights. */
  ties: Tie[]
  /** Who brought them, and how many they brought. */
  referrals: { referrer: string | null; brought: number }[]
  documents: PersonDocumentRow[]
  memberships: MembershipRow[]
  lots: LotRow[]
  entries: StoryEntry[]
  bookings: StoryBooking[]
  next: StoryBooking | null
  fees: FeeRow[]
  account: AccountItem[]
  audit: AuditRow[]
  bought: BoughtPlan[]
  bills: BillRow[]
  payments: PaymentRow[]
  visits: number
  /** What the studio's kiosks ask for. */
  proof: KioskProof
}

/** How far back the story reaches: so many bookings, entries and changes. */
const storyRows = 40

/** Everything a person's profile shows, in one trip; null where the studio has no such person. */
export async function personPage(ctx: StudioContext, personId: string): Promise<PersonPage | null> {
  const { db, studio, now } = ctx
  const of = (table: string) =>
    sql`${sql.raw(table)}.studio_id = ${studio.id} AND ${sql.raw(table)}.person_id = ${personId}`
  const bookingColumns = sql`
    b.id, b.state, class_type.name AS title,
    ${calledSql('coach')} AS coachName,
    room.name AS roomName, o.local_start AS localStart, o.starts_at AS startsAt,
    b.created_at AS createdAt, b.ended_at AS endedAt, b.promoted_at AS promotedAt,
    b.lot_id AS lotId, b.occurrence_id AS occurrenceId, o.kind`
  // CROSS keeps the person's bookings outermost: each class is then one look-up by its key.
  const bookingSource = sql`
    bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    JOIN people AS coach ON coach.id = o.coach_id JOIN rooms AS room ON room.id = o.room_id`
  const answer = await batch(db, {
    person: personStatement(ctx, personId),
    asks: kioskProofStatement(ctx),
    notes: notesStatement(ctx, personId),
    answers: answersStatement(ctx, personId),
    ladders: laddersStatement(ctx, personId),
    relatives: relativesStatement(ctx, personId),
    ties: tiesStatement(ctx, personId),
    referrals: referralFactsStatement(ctx, personId),
    documents: personDocumentsStatement(ctx, sql`person.id = ${personId}`),
    ...entitlementsStatements(ctx, personId),
    entries: db.all<StoryEntry>(sql`
      SELECT entry.lot_id AS lotId, entry.kind, entry.amount, entry.reason,
        entry.created_at AS createdAt, class_type.name AS title,
        o.local_start AS localStart, package.name AS packName, b.state AS bookingState
      FROM entries AS entry JOIN lots AS lot ON lot.id = entry.lot_id
      JOIN packages AS package ON package.id = lot.package_id
      LEFT JOIN bookings AS b ON b.id = entry.booking_id
      LEFT JOIN occurrences AS o ON o.id = b.occurrence_id
      LEFT JOIN class_types AS class_type ON class_type.id = o.class_type_id
      WHERE ${of('entry')} ORDER BY entry.seq DESC LIMIT ${storyRows}`),
    bookings: db.all<StoryBooking>(sql`
      SELECT ${bookingColumns} FROM ${bookingSource} WHERE ${of('b')} ORDER BY b.seq DESC
      LIMIT ${storyRows}`),
    next: db.all<StoryBooking>(sql`
      SELECT ${bookingColumns} FROM ${bookingSource}
      WHERE ${of('b')} AND b.state IN ('booked','waitlisted') AND o.starts_at > ${now}
        AND o.state = 'scheduled'
      ORDER BY o.starts_at LIMIT 1`),
    fees: db.all<FeeRow>(sql`
      SELECT fee.id, coalesce(b.guardian_id, fee.person_id) AS payerId,
        fee.booking_id AS bookingId, b.occurrence_id AS occurrenceId, fee.kind,
        fee.amount_minor AS amountMinor, fee.currency, fee.due_at AS dueAt, fee.state,
        class_type.name AS title, o.local_start AS localStart
      FROM fees AS fee JOIN bookings AS b ON b.id = fee.booking_id
      JOIN occurrences AS o ON o.id = b.occurrence_id
      JOIN class_types AS class_type ON class_type.id = o.class_type_id
      WHERE ${of('fee')} AND fee.state = 'pending' ORDER BY fee.due_at DESC LIMIT 20`),
    account: openItemsStatement(ctx, personId),
    audit: auditOfStatement(ctx, 'person', personId, storyRows),
    bought: db.all<BoughtPlan>(sql`
      SELECT membership.id, plan.name, membership.purchased_at AS purchasedAt
      FROM memberships AS membership JOIN plans AS plan ON plan.id = membership.plan_id
      WHERE ${of('membership')} ORDER BY membership.purchased_at DESC LIMIT 20`),
    bills: db.all<BillRow>(sql`
      SELECT id, kind, reference, total_minor AS totalMinor, created_at AS createdAt,
        reminded_at AS remindedAt
      FROM invoices AS invoice WHERE ${of('invoice')} AND invoice.state <> 'void'
      ORDER BY invoice.issued_on DESC LIMIT ${storyRows}`),
    payments: db.all<PaymentRow>(sql`
      SELECT id, amount_minor AS amountMinor, method, taken_at AS takenAt, taken_by AS takenBy
      FROM payments AS payment WHERE ${of('payment')}
      ORDER BY payment.taken_at DESC LIMIT ${storyRows}`),
    visits: db.all<{ n: number }>(sql`
      SELECT count(*) + (SELECT count(*) FROM arrivals AS visit
          WHERE ${of('visit')} AND visit.brought_from IS NOT NULL) AS n
      FROM bookings AS b
      WHERE ${of('b')} AND b.state IN ('checked_in','attended')`),
  })
  const [person] = answer.person
  if (!person) return null
  return {
    ...answer,
    person,
    next: answer.next[0] ?? null,
    visits: answer.visits[0]?.n ?? 0,
    proof: proofOf(answer.asks),
  }
}
