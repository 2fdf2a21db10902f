import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import type { StudioDb } from '#app/db/connection.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import { isOwnMachine, isPublicAddress } from '#app/values/web/public-address.ts'
import { choosePushStatements } from '../notification-choices.server.ts'
import type { EndableKey } from '../notification-kinds.ts'
import { isPushReader, type PushReader } from './encrypt-push.server.ts'

/** Devices that one person gets push messages on in a studio. */
export const mostDevices = 10

/** A longer address is no push service's. */
const longestEndpoint = 1_000

export type PushDevice = {
  id: string
  name: string
  createdAt: Instant
  /** The session that turned it on. */
  sessionId: string
}

/** A person's devices, newest first, for a page's batch. */
export function pushDevicesStatement(
  { db, studio }: StudioContext,
  personId: string,
): Statement<PushDevice[]> {
  return db.all<PushDevice>(sql`
    SELECT id, name, created_at AS createdAt, session_id AS sessionId FROM push_devices
    WHERE studio_id = ${studio.id} AND person_id = ${personId}
    ORDER BY created_at DESC, id LIMIT ${mostDevices}`)
}

export type NewDevice = PushReader & {
  endpoint: string
  name: string
  sessionId: string
}

export type TurnOnResult = { ok: true } | { ok: false; reason: 'not_a_device' | 'too_many' }

/**
 * Sends the notices of the person of the session to a device, too. Twice is once; a device that was
 * somebody else's is theirs no more, and what the session turned on before (a browser that lost its
 * subscription) is replaced. Refused: an address at which no push service can be, or keys
 * that are none (`not_a_device`), and more than ten devices (`too_many`). `development` lets a push
 * service be on this machine.
 */
export async function turnOnPush(
  ctx: MemberContext,
  { endpoint, publicKey, secret, name, sessionId }: NewDevice,
  development = false,
): Promise<TurnOnResult> {
  const { db, studio, person, actor, now } = ctx
  const known = isPublicAddress(endpoint) || (development && isOwnMachine(endpoint))
  if (!known || endpoint.length > longestEndpoint || !(await isPushReader({ publicKey, secret })))
    return { ok: false, reason: 'not_a_device' }
  const others = sql`SELECT count(*) FROM push_devices WHERE studio_id = ${studio.id}
    AND person_id = ${person.id} AND endpoint <> ${endpoint} AND session_id <> ${sessionId}`
  const { on } = await batch(db, {
    on: db.run(sql`
      INSERT INTO push_devices (id, studio_id, person_id, user_id, session_id, endpoint, public_key,
        secret, name, created_at)
      SELECT ${newId()}, ${studio.id}, ${person.id}, ${actor.userId}, ${sessionId}, ${endpoint},
        ${publicKey}, ${secret}, ${name}, ${now} WHERE (${others}) < ${mostDevices}
      ON CONFLICT (studio_id, person_id, endpoint) DO UPDATE SET user_id = excluded.user_id,
        session_id = excluded.session_id, public_key = excluded.public_key,
        secret = excluded.secret, name = excluded.name`),
    // One browser shows one person's notices: of who turned them on last.
    others: endDevicesStatement(
      ctx,
      sql`(endpoint = ${endpoint} AND secret = ${secret} AND person_id <> ${person.id}
          OR endpoint <> ${endpoint} AND person_id = ${person.id} AND session_id = ${sessionId})
        AND EXISTS (SELECT 1 FROM push_devices AS mine WHERE mine.studio_id = ${studio.id}
          AND mine.person_id = ${person.id} AND mine.endpoint = ${endpoint})`,
    ),
  })
  return changed(on) > 0 ? { ok: true } : { ok: false, reason: 'too_many' }
}

/** Ends push messages to one of the person's own devices. Ending it twice is no failure. */
export async function turnOffPush(
  { db, studio, person }: MemberContext,
  id: string,
): Promise<void> {
  await batch(db, {
    off: endDevicesStatement({ db, studio }, sql`person_id = ${person.id} AND id = ${id}`),
  })
}

const endDevicesStatement = (
  { db, studio }: { db: StudioDb; studio: { id: string } },
  which: SQL,
): Statement<D1Result> =>
  db.run(sql`DELETE FROM push_devices WHERE studio_id = ${studio.id} AND ${which}`)

/** Forgets the devices of an account that is deleted, for a batch of a studio. */
export const endDevicesOfAccount = (
  ctx: { db: StudioDb; studio: { id: string } },
  userId: string,
): Statement<D1Result> => endDevicesStatement(ctx, sql`user_id = ${userId}`)

export type Subscription = PushReader & { endpoint: string; userId: string; sessionId: string }

/** Where a message to a device goes; null for one that was ended. */
export async function findSubscription(
  db: StudioDb,
  studioId: string,
  id: string,
): Promise<Subscription | null> {
  const [found] = await db.all<Subscription>(sql`
    SELECT endpoint, public_key AS publicKey, secret, user_id AS userId, session_id AS sessionId
    FROM push_devices WHERE studio_id = ${studioId} AND id = ${id}`)
  return found ?? null
}

/** Forgets a device that its push service or the end of its session has ended. */
export async function forgetDevice(db: StudioDb, studioId: string, id: string): Promise<void> {
  await batch(db, {
    gone: endDevicesStatement({ db, studio: { id: studioId } }, sql`id = ${id}`),
  })
}

/** Writes down what the person wants on their devices; what is not in `on` is left out there. */
export async function choosePush(ctx: MemberContext, on: readonly EndableKey[]): Promise<void> {
  await batch(ctx.db, choosePushStatements(ctx, ctx.person.id, on))
}
