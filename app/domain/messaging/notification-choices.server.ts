import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type NotificationKey, notificationKeyOf, notificationKinds } from './notification-kinds.ts'

/**
 * Whether a letter is wanted at an address: always, unless everybody who has the address in the
 * studio switched its kind off. Null where the kind cannot be switched off.
 */
export function wantedSql(message: string, studioId: string | SQL, to: string | SQL): SQL | null {
  const key = notificationKeyOf(message)
  if (!key) return null
  return sql`coalesce((SELECT min(EXISTS (SELECT 1 FROM notification_choices AS choice
      WHERE choice.studio_id = reader.studio_id AND choice.person_id = reader.id
        AND choice.kind = ${key} AND choice.channel = 'email'))
    FROM people AS reader WHERE reader.studio_id = ${studioId} AND reader.email = ${to}), 0) = 0`
}

/** What a person has switched off, for a page's batch. */
export function switchedOffStatement(
  { db, studio }: StudioContext,
  personId: string,
): Statement<{ kind: NotificationKey }[]> {
  return db.all<{ kind: NotificationKey }>(sql`
    SELECT kind FROM notification_choices
    WHERE studio_id = ${studio.id} AND person_id = ${personId} AND channel = 'email'`)
}

/** Sets what a person wants by email; what is not in `on` is switched off. */
export function chooseStatements(
  { db, studio }: StudioContext,
  personId: string,
  on: readonly NotificationKey[],
) {
  const off = notificationKinds.map(({ key }) => key).filter((key) => !on.includes(key))
  const mine = sql`studio_id = ${studio.id} AND person_id = ${personId} AND channel = 'email'`
  return {
    wanted: db.run(sql`
      DELETE FROM notification_choices WHERE ${mine}
        AND kind NOT IN (SELECT value FROM json_each(${JSON.stringify(off)}))`),
    unwanted: db.run(sql`
      INSERT INTO notification_choices (studio_id, person_id, kind, channel)
      SELECT ${studio.id}, ${personId}, value, 'email' FROM json_each(${JSON.stringify(off)})
      WHERE 1 ON CONFLICT DO NOTHING`),
  }
}

/** Switches a kind off for everybody who has an address in the studio. */
export const switchOffStatement = (
  { db, studio }: StudioContext,
  key: NotificationKey,
  email: string,
): Statement<D1Result> =>
  db.run(sql`
    INSERT INTO notification_choices (studio_id, person_id, kind, channel)
    SELECT studio_id, id, ${key}, 'email' FROM people
    WHERE studio_id = ${studio.id} AND email = ${email}
    ON CONFLICT DO NOTHING`)
