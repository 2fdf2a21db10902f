/**
 * Who of an import cannot be taken back, because something hangs on them by now. A context whose
 * rows must keep their person adds its line here.
 */
import { type SQL, sql } from 'drizzle-orm'
import { workedOnSql } from '#app/domain/leads/import-leads.server.ts'

/** A use and how it is said; `is` is a condition over `people AS person`. */
type Use = { words: string; is: SQL }

const has = (table: string, more: SQL = sql`1`): SQL => sql`EXISTS (
  SELECT 1 FROM ${sql.raw(table)} AS trace
  WHERE trace.studio_id = person.studio_id AND trace.person_id = person.id AND ${more})`

export const uses: readonly Use[] = [
  { words: 'signs in', is: sql`person.user_id IS NOT NULL` },
  { words: 'works here', is: sql`person.is_staff = 1` },
  { words: 'has booked', is: has('bookings') },
  { words: 'has a membership', is: has('memberships') },
  { words: 'has credits', is: has('lots') },
  { words: 'is in a course', is: has('enrolments') },
  { words: 'has an appointment', is: has('appointments') },
  { words: 'has a ticket', is: has('ticket_orders') },
  { words: 'has checked in', is: has('arrivals') },
  { words: 'has something to pay', is: has('open_items') },
  { words: 'has a standing place', is: has('standing_places') },
  { words: 'is waiting for a class', is: has('wishes') },
  { words: 'has signed a document', is: has('signatures') },
  {
    words: 'has fields filled in',
    // But for what a file itself brought.
    is: has(
      'person_field_values',
      sql`NOT EXISTS (SELECT 1 FROM imported_people AS brought
        WHERE brought.studio_id = trace.studio_id AND brought.person_id = trace.person_id
          AND brought.filled ->> ('own.' || trace.field_id) = trace.value)`,
    ),
  },
  { words: 'is on a program', is: has('program_assignments') },
  { words: 'has logged a workout', is: has('workout_logs') },
  { words: 'has a level', is: has('person_levels') },
  { words: 'is coached', is: has('coaching_relations') },
  { words: 'was at a grading', is: has('grading_candidates') },
  { words: 'has a skill', is: has('skill_assessments') },
  { words: 'is a lead', is: has('leads') },
  { words: 'has consented to something', is: has('consents') },
  {
    words: 'has a note',
    is: has('person_notes', sql`trace.removed_at IS NULL AND instr(trace.id, '-') = 0`),
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
