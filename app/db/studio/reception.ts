import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** What a member shows at the desk, as QR or typed; a new one replaces it. */
export const memberCodes = sqliteTable(
  'member_codes',
  {
    personId: text('person_id').primaryKey(),
    studioId: text('studio_id').notNull(),
    /** Letters and digits that are not mistaken for one another. */
    code: text().notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [uniqueIndex('member_codes_by_code').on(t.studioId, t.code)],
)

/** What somebody types at a kiosk behind their name; a hash under the installation's secret. */
export const memberPins = sqliteTable('member_pins', {
  personId: text('person_id').primaryKey(),
  studioId: text('studio_id').notNull(),
  pinHash: text('pin_hash').notNull(),
  setBy: text('set_by').notNull(),
  setAt: text('set_at').notNull(),
})

/** What a studio's kiosks ask for. Without a row: letters of a name. */
export const kioskSettings = sqliteTable('kiosk_settings', {
  studioId: text('studio_id').primaryKey(),
  proof: text({ enum: ['letters', 'code', 'pin', 'phone'] }).notNull(),
})

/**
 * A tablet at the door. It is opened with its own secret, sees no more than a name needs, and can
 * be shut from the desk.
 */
export const kiosks = sqliteTable(
  'kiosks',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    locationId: text('location_id'),
    /** SHA-256 of its secret. */
    secretHash: text('secret_hash').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: text('created_at').notNull(),
    lastSeenAt: text('last_seen_at'),
    revokedAt: text('revoked_at'),
  },
  (t) => [
    uniqueIndex('kiosks_by_secret').on(t.secretHash),
    index('kiosks_by_studio').on(t.studioId, t.createdAt),
  ],
)

/**
 * Someone came through the door. `clientKey` is made where it was tapped, so that a queue sent
 * again is one arrival.
 */
export const arrivals = sqliteTable(
  'arrivals',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    /** What it checked in; null is a visit without a class. */
    bookingId: text('booking_id'),
    method: text({ enum: ['name', 'code', 'qr'] }).notNull(),
    kioskId: text('kiosk_id'),
    clientKey: text('client_key').notNull(),
    /** When it was tapped, which is earlier than when it was heard of after a network gap. */
    arrivedAt: text('arrived_at').notNull(),
    recordedAt: text('recorded_at').notNull(),
    /** What the desk was warned of and went over. */
    overridden: text().notNull().default(''),
    by: text().notNull(),
    undoneAt: text('undone_at'),
    /** Of a visit of another program: the class it was, as that calls it. Null is one of ours. */
    broughtFrom: text('brought_from'),
  },
  (t) => [
    uniqueIndex('arrivals_once').on(t.studioId, t.clientKey),
    index('arrivals_newest').on(t.studioId, t.arrivedAt),
    index('arrivals_by_person').on(t.studioId, t.personId),
    index('arrivals_by_booking').on(t.studioId, t.bookingId).where(sql`booking_id IS NOT NULL`),
  ],
)

export const alertTriggers = [
  'past_due',
  'no_card',
  'no_entitlement',
  'waiver_missing',
  'strikes',
  'skill_missing',
  'red_note',
  'archived',
] as const

/** What a trigger does at the kiosk; the desk is told and may go over it. Without a row: warn. */
export const alertRules = sqliteTable(
  'alert_rules',
  {
    studioId: text('studio_id').notNull(),
    trigger: text({ enum: alertTriggers }).notNull(),
    action: text({ enum: ['allow', 'warn', 'block'] }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.trigger] })],
)

/** A door whose lock asks by signed webhook who may come in. */
export const doors = sqliteTable(
  'doors',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    /** Where it is; null opens for classes of every location. */
    locationId: text('location_id'),
    /** It opens so many minutes before a class. */
    minutes: integer().notNull(),
    /** What posts are signed with, sealed at rest. */
    sealedSecret: text('sealed_secret').notNull(),
    createdAt: text('created_at').notNull(),
    shutAt: text('shut_at'),
  },
  (t) => [index('doors_by_studio').on(t.studioId)],
)

/** Each time somebody asked at a door, opened or not; a post that is sent again is none. */
export const doorOpenings = sqliteTable(
  'door_openings',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    doorId: text('door_id').notNull(),
    /** The id of the post, by Standard Webhooks. */
    webhookId: text('webhook_id').notNull(),
    at: text().notNull(),
    personId: text('person_id'),
    reason: text().notNull(),
    /** Staff tried it: nothing opened. */
    test: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('door_openings_once').on(t.studioId, t.doorId, t.webhookId),
    index('door_openings_by_time').on(t.studioId, t.at),
    index('door_openings_by_person').on(t.studioId, t.personId).where(sql`person_id IS NOT NULL`),
  ],
)
