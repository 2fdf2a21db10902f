import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { ReminderChoice } from './reminder-choice.ts'

/** What the person chose, for a page's batch; no row is the usual. */
export function reminderChoiceStatement({
  db,
  studio,
  person,
}: MemberContext): Statement<ReminderChoice[]> {
  return db.all<ReminderChoice>(
    sql`SELECT way, minutes FROM reminder_choices
      WHERE studio_id = ${studio.id} AND person_id = ${person.id}`,
  )
}

/**
 * Writes down how the person of the session wants to be reminded; what was already sent stays sent.
 */
export async function chooseReminders(
  ctx: MemberContext,
  { way, minutes }: ReminderChoice,
): Promise<void> {
  const { db, studio, person } = ctx
  await db.run(sql`
    INSERT INTO reminder_choices (person_id, studio_id, way, minutes)
    VALUES (${person.id}, ${studio.id}, ${way}, ${minutes})
    ON CONFLICT (person_id) DO UPDATE SET way = excluded.way, minutes = excluded.minutes
    WHERE reminder_choices.studio_id = excluded.studio_id`)
}
