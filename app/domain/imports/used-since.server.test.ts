/** Who of a file stays when it is rolled back, asked of every table that speaks of somebody. */
import { sql } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { type World, world } from '../../../tests/support/world.ts'
import { allPersonRows } from '../person-records/all-person-rows.ts'
import { stayReasonSql, usedSql } from './used-since.server.ts'

/** Rows that go without their person, or come with others that keep them, by why. */
const keepNobody = [
  // Of the person who signs in.
  ...['booking_agreements', 'calendar_links', 'conversation_reads', 'exercise_favourites'],
  ...['log_import_parts', 'log_imports', 'notices', 'notification_choices', 'reminder_choices'],
  ...['push_devices', 'pack_top_ups', 'video_places'],
  ...['referral_links', 'training_bests', 'workout_routines', 'workout_set_edits', 'workout_sets'],
  ...['guardian_invitations', 'body_measures'],
  // Of the person who works here.
  ...['availability', 'availability_exceptions', 'blocks', 'class_facts', 'coach_bios', 'courses'],
  'lead_forms',
  ...['lead_owners', 'occurrences', 'pay_lines', 'pay_rules', 'planned_changes', 'qualifications'],
  ...['series', 'shift_notes', 'shifts', 'staff_looks', 'sub_offers', 'sub_requests', 'tasks'],
  ...['teaching_hours', 'time_off'],
  // Beside a booking, an invoice, a lead, a relation, a grading or an assessment that keeps them.
  ...['coaching_checkins', 'coaching_entries', 'coaching_shifts', 'door_openings'],
  ...['collection_steps', 'coupon_uses', 'disputes'],
  ...['funnel_starts', 'grading_marks', 'habits', 'lead_keys', 'lead_pairs', 'pay_links'],
  ...['provider_refunds', 'recurring_changes', 'recurring_people', 'retention_contacts'],
  ...['skill_stands'],
  // Letters need a consent, which keeps them.
  ...['automation_runs', 'campaign_recipients', 'score_asks', 'unsubscribe_links'],
  // What the studio did with the list, or what came with the file.
  'webhook_deliveries',
  ...['bulk_targets', 'family_ties', 'guardians', 'imported_people', 'member_codes', 'member_pins'],
  ...['person_pairs', 'person_sources', 'sample_people'],
]

test('rolling back an import keeps a person with rows in any table, apart from the listed exceptions', () => {
  const { sql: asked } = new SQLiteSyncDialect().sqlToQuery(usedSql())
  const silent = allPersonRows
    .map(({ table }) => table)
    .filter((table) => !asked.includes(`FROM ${table} AS trace`))
  expect([...new Set(silent)].sort()).toEqual([...keepNobody].sort())
})

const now = '2026-10-12T09:00:00Z'

const why = async (w: World, id: string) => {
  const [row] = await w.db.all<{ used: number; words: string }>(sql`
    SELECT ${usedSql()} AS used, ${stayReasonSql()} AS words FROM people AS person
    WHERE person.id = ${id}`)
  return row?.used ? row.words : null
}

async function imported(w: World, name: string): Promise<string> {
  const { id } = await w.givenPerson(name)
  await w.db.run(sql`UPDATE people SET user_id = NULL WHERE id = ${id}`)
  return id
}

test('rolling back an import keeps people with account credit and records that another was merged into', async () => {
  const w = await world()
  const [credit, kept, gone, alone] = [
    await imported(w, 'Cy Credit'),
    await imported(w, 'Kit Kept'),
    await imported(w, 'Gus Gone'),
    await imported(w, 'Al Alone'),
  ]
  expect(await why(w, credit)).toBeNull()
  await w.db.run(sql`
    INSERT INTO account_entries (studio_id, person_id, amount_minor, cause, reason, created_at)
    VALUES (${w.studio.id}, ${credit}, 2500, 'given', '', ${now})`)
  await w.db.run(sql`UPDATE people SET merged_into = ${kept} WHERE id = ${gone}`)
  expect(await why(w, credit)).toBe('has account credit')
  expect(await why(w, kept)).toBe('was merged with another record')
  expect(await why(w, alone)).toBeNull()
})
