import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { switchOffStatement } from '#app/domain/messaging/notification-choices.server.ts'
import type { EndableKey } from '#app/domain/messaging/notification-kinds.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { usualReminder } from './notification-form.ts'

/** Ends one kind of email for everybody who has an address in the studio. Twice is once. */
export async function endNotifications(
  ctx: StudioContext,
  { key, email }: { key: EndableKey; email: string },
): Promise<void> {
  const { db, studio } = ctx
  const readers = sql`people WHERE studio_id = ${studio.id} AND email = ${email}`
  await batch(db, {
    off:
      key === 'reminders'
        ? db.run(sql`
            INSERT INTO reminder_choices (person_id, studio_id, way, minutes)
            SELECT id, studio_id, 'notice', ${usualReminder.minutes} FROM ${readers}
            ON CONFLICT (person_id) DO UPDATE SET way = 'notice'
            WHERE reminder_choices.studio_id = excluded.studio_id
              AND reminder_choices.way = 'mail'`)
        : switchOffStatement(ctx, key, email),
  })
}

/** Whether somebody with an address in the studio would still get such an email. */
export async function stillNotified(
  { db, studio }: StudioContext,
  { key, email }: { key: EndableKey; email: string },
): Promise<boolean> {
  const off =
    key === 'reminders'
      ? sql`EXISTS (SELECT 1 FROM reminder_choices AS choice
          WHERE choice.person_id = reader.id AND choice.way <> 'mail')`
      : sql`EXISTS (SELECT 1 FROM notification_choices AS choice
          WHERE choice.studio_id = reader.studio_id AND choice.person_id = reader.id
            AND choice.kind = ${key} AND choice.channel = 'email')`
  const { found } = await batch(db, {
    found: db.all(sql`SELECT 1 FROM people AS reader
      WHERE reader.studio_id = ${studio.id} AND reader.email = ${email} AND NOT ${off} LIMIT 1`),
  })
  return found.length > 0
}
