import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { chooseStatements } from '#app/domain/messaging/notification-choices.server.ts'
import type { NotificationKey } from '#app/domain/messaging/notification-kinds.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { ReminderChoice } from './notification-form.ts'

/** How the person wants to be reminded, for a page's batch; no row is the usual. */
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

export type NotificationChoice = ReminderChoice & {
  /** What they want by email; all else that can be switched off is. */
  on: readonly NotificationKey[]
}

/**
 * Writes down what the person of the session wants to be told, and how they are reminded; what was
 * already sent stays sent.
 */
export async function chooseNotifications(
  ctx: MemberContext,
  { way, minutes, on }: NotificationChoice,
): Promise<void> {
  const { db, studio, person } = ctx
  await batch(db, {
    ...chooseStatements(ctx, person.id, on),
    reminders: db.run(sql`
      INSERT INTO reminder_choices (person_id, studio_id, way, minutes)
      VALUES (${person.id}, ${studio.id}, ${way}, ${minutes})
      ON CONFLICT (person_id) DO UPDATE SET way = excluded.way, minutes = excluded.minutes
      WHERE reminder_choices.studio_id = excluded.studio_id`),
  })
}
