/**
 * Who of an import cannot be taken back, because something hangs on them by now. A context whose
 * rows must keep their person adds its line here.
 */
import { type SQL, sql } from 'drizzle-orm'
import { workedOnSql } from '#app/domain/leads/import-leads.server.ts'

/** A use and how it is said; `is` is a condition over `people AS person`. */
type Use = { words: string; is: SQL }

const traceOf = (table: string, column = 'person_id', more: SQL = sql`1`): SQL => sql`EXISTS (
  SELECT 1 FROM ${sql.raw(table)} AS trace WHERE trace.studio_id = person.studio_id
    AND trace.${sql.raw(column)} = person.id AND ${more})`

/** A row of theirs in a table, or in one of several `table.column`. */
const has = (words: string, ...tables: readonly string[]): Use => ({
  words,
  is: sql`(${sql.join(
    tables.map((one) => traceOf(...(one.split('.') as [string, string?]))),
    sql` OR `,
  )})`,
})

export const uses: readonly Use[] = [
  { words: 'signs in', is: sql`person.user_id IS NOT NULL` },
  { words: 'works here', is: sql`person.is_staff <> 0` },
  // The file's line is of the record that was kept, which was there before or came with more.
  { words: 'was merged with another record', is: traceOf('people', 'merged_into') },
  has('has booked', 'bookings'),
  has('has a membership', 'memberships'),
  has('has credits', 'lots', 'entries', 'make_ups'),
  has('is in a course', 'enrolments'),
  has('has an appointment', 'appointments'),
  has('has a ticket', 'ticket_orders'),
  has('has checked in', 'arrivals'),
  has('has something to pay', 'open_items', 'fees'),
  has('has an invoice', 'invoices', 'invoices.billed_to_id', 'invoice_drafts'),
  has('has paid', 'payments', 'payment_attempts', 'checkouts', 'till_sales'),
  has('has account credit', 'account_entries'),
  has('has a card on file', 'payment_methods', 'payment_customers'),
  has('has a gift card', 'gift_cards'),
  has('has a standing place', 'standing_places'),
  has('is waiting for a class', 'wishes'),
  has('has signed a document', 'signatures'),
  {
    words: 'has fields filled in',
    // But for what a file itself brought.
    is: traceOf(
      'person_field_values',
      'person_id',
      sql`NOT EXISTS (SELECT 1 FROM imported_people AS brought
        WHERE brought.studio_id = trace.studio_id AND brought.person_id = trace.person_id
          AND brought.filled ->> ('own.' || trace.field_id) = trace.value)`,
    ),
  },
  has('is on a program', 'program_assignments'),
  has('has logged a workout', 'workout_logs'),
  has('has a level', 'person_levels', 'brought_levels', 'certificates'),
  has('is coached', 'coaching_relations'),
  has('was at a grading', 'grading_candidates'),
  has('has a skill', 'skill_assessments'),
  has('is a lead', 'leads'),
  {
    words: 'has consented to something',
    // But for what a file said of them.
    is: traceOf('consents', 'person_id', sql`trace.source <> 'import'`),
  },
  has('has messages', 'conversations', 'conversation_messages'),
  has('has files', 'files'),
  has('is in an incident', 'incidents'),
  has('has left', 'person_exits', 'win_backs'),
  has('is in a referral', 'referrals.referrer_id', 'referrals.friend_id'),
  has('is exempt from a rule', 'policy_exemptions'),
  {
    words: 'has a note',
    is: traceOf(
      'person_notes',
      'person_id',
      sql`trace.removed_at IS NULL AND instr(trace.id, '-') = 0`,
    ),
  },
]

// Not a chain of ORs: each would be a level deeper, and SQLite goes down a hundred.
const anyOf = (of = uses) =>
  sql`(CASE ${sql.join(
    of.map(({ is }) => sql`WHEN ${is} THEN 1`),
    sql` `,
  )} ELSE 0 END)`

const besidesLeads = uses.filter(({ words }) => words !== 'is a lead')

/** Whether somebody is used, themselves or as the guardian of somebody who is; over `person`. */
export const usedSql = (): SQL => sql`(${anyOf()} OR person.id IN (
  SELECT link.guardian_id FROM guardians AS link
  JOIN people AS ward ON ward.id = link.dependant_id
  WHERE link.studio_id = person.studio_id AND link.guardian_id = person.id
    AND EXISTS (SELECT 1 FROM people AS person WHERE person.id = ward.id AND ${anyOf()})))`

/** Why, in words, over `person`. */
export const stayReasonSql = (of = uses, otherwise = 'looks after someone who stays'): SQL =>
  sql`CASE ${sql.join(
    of.map(({ words, is }) => sql`WHEN ${is} THEN ${words}`),
    sql` `,
  )} ELSE ${otherwise} END`

/**
 * Whether a lead of a file stays, over `imported` (its row) and `person`: it was worked on or merged,
 * or its person, whom the file brought, is used for more.
 */
export const leadStaysSql = (): SQL => sql`(
  NOT EXISTS (SELECT 1 FROM leads AS lead
    WHERE lead.studio_id = imported.studio_id AND lead.id = imported.lead_id
      AND NOT ${workedOnSql(sql`SELECT own.touch_id FROM imported_people AS own
        WHERE own.studio_id = imported.studio_id AND own.import_id = imported.import_id`)})
  OR imported.new_person = 1 AND ${anyOf(besidesLeads)})`

/** Why, in words. */
export const leadStayReasonSql = (): SQL => stayReasonSql(besidesLeads, 'has been worked on since')
