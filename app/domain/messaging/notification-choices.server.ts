import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  type EndableKey,
  type NotificationKey,
  notificationKeyOf,
  notificationKinds,
  pushKinds,
} from './notification-kinds.ts'

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

/** What a person has switched off by email, for a page's batch. */
export const switchedOffStatement = (ctx: StudioContext, personId: string) =>
  offStatement<NotificationKey>(ctx, personId, 'email')

/** What a person has switched off of push messages, for a page's batch. */
export const pushOffStatement = (ctx: StudioContext, personId: string) =>
  offStatement<EndableKey>(ctx, personId, 'push')

function offStatement<Key extends EndableKey>(
  { db, studio }: StudioContext,
  personId: string,
  channel: 'email' | 'push',
): Statement<{ kind: Key }[]> {
  return db.all<{ kind: Key }>(sql`
    SELECT kind FROM notification_choices
    WHERE studio_id = ${studio.id} AND person_id = ${personId} AND channel = ${channel}`)
}

/** Sets what a person wants by email; what is not in `on` is switched off. */
export const chooseStatements = (
  ctx: StudioContext,
  personId: string,
  on: readonly NotificationKey[],
) => offStatements(ctx, { personId, channel: 'email' }, keysWithout(notificationKinds, on))

/** Sets what a person wants on their devices; what is not in `on` is switched off. */
export const choosePushStatements = (
  ctx: StudioContext,
  personId: string,
  on: readonly EndableKey[],
) => offStatements(ctx, { personId, channel: 'push' }, keysWithout(pushKinds, on))

const keysWithout = (kinds: readonly { key: EndableKey }[], on: readonly EndableKey[]) =>
  kinds.map(({ key }) => key).filter((key) => !on.includes(key))

function offStatements(
  { db, studio }: StudioContext,
  { personId, channel }: { personId: string; channel: 'email' | 'push' },
  off: readonly EndableKey[],
) {
  const mine = sql`studio_id = ${studio.id} AND person_id = ${personId} AND channel = ${channel}`
  return {
    wanted: db.run(sql`
      DELETE FROM notification_choices WHERE ${mine}
        AND kind NOT IN (SELECT value FROM json_each(${JSON.stringify(off)}))`),
    unwanted: db.run(sql`
      INSERT INTO notification_choices (studio_id, person_id, kind, channel)
      SELECT ${studio.id}, ${personId}, value, ${channel} FROM json_each(${JSON.stringify(off)})
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
