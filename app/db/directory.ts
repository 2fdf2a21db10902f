/**
 * The DIRECTORY database: accounts, sessions, roles, studios and what must be found before a studio's shard is known.
 * Instants are UTC ISO text of second precision (`2026-11-20T18:30:00Z`) unless a column says otherwise.
 */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { outboxColumns } from './outbox-columns.ts'

/** The role table of the specification: a name and whether it is staff. Seeded by migration. */
export const roles = sqliteTable('roles', {
  id: text().primaryKey(),
  name: text().notNull(),
  isStaff: integer('is_staff', { mode: 'boolean' }).notNull(),
})

export const studios = sqliteTable(
  'studios',
  {
    id: text().primaryKey(),
    slug: text().notNull(),
    name: text().notNull(),
    /** Who the member pays; shown so that nobody thinks they pay us. */
    legalName: text('legal_name').notNull().default(''),
    /** Number of the shard binding: 0 is STUDIOS_0. */
    shard: integer().notNull(),
    state: text({ enum: ['provisioning', 'open', 'archived'] }).notNull(),
    /** An unlisted studio is reachable by its link and appears in no finder. */
    listed: integer({ mode: 'boolean' }).notNull().default(true),
    timeZone: text('time_zone').notNull(),
    currency: text().notNull(),
    /** BCP 47, for prose, dates and money. */
    locale: text().notNull().default('en-GB'),
    town: text().notNull().default(''),
    address: text().notNull().default(''),
    /** Words of the disciplines, separated by commas, for the finder. */
    disciplines: text().notNull().default(''),
    /** The studio's colour as OKLCH hue (0–359) and chroma in thousandths; lightness is ours. */
    hue: integer().notNull().default(335),
    chroma: integer().notNull().default(130),
    createdAt: text('created_at').notNull(),
  },
  (t) => [uniqueIndex('studios_slug').on(t.slug), index('studios_listed_by_name').on(t.listed, t.state, t.name)],
)

/** Former slugs, so that a printed QR code keeps leading to the studio. */
export const studioSlugs = sqliteTable('studio_slugs', {
  slug: text().primaryKey(),
  studioId: text('studio_id').notNull(),
})

/**
 * A studio that is being set up. What its owner answered waits here, with the ids that the rows in the shard will have,
 * so that publishing writes the same rows however often it is begun.
 */
export const studioSetups = sqliteTable(
  'studio_setups',
  {
    studioId: text('studio_id').primaryKey(),
    userId: text('user_id').notNull(),
    /** `publishing` freezes the answers while they are written into the shard. */
    state: text({ enum: ['draft', 'publishing', 'open'] }).notNull(),
    /** One key a step. */
    answers: text().notNull().default('{}'),
    createdAt: text('created_at').notNull(),
    /** When an answer was last kept; empty before the second page. */
    savedAt: text('saved_at').notNull().default(''),
    openedAt: text('opened_at'),
  },
  (t) => [uniqueIndex('studio_setups_one_open').on(t.userId).where(sql`state <> 'open'`)],
)

/** The specification's `users`: one row per auth id, with the studio the account is in now and its role there. */
export const users = sqliteTable('users', {
  authId: text('auth_id').primaryKey(),
  name: text().notNull().default(''),
  setupComplete: integer('setup_complete', { mode: 'boolean' }).notNull().default(false),
  studioId: text('studio_id'),
  roleId: text('role_id').notNull().default('member'),
  /** The person's own zone; null until known. */
  timeZone: text('time_zone'),
  /** When and to which version of the terms the person agreed. */
  termsAcceptedAt: text('terms_accepted_at'),
  createdAt: text('created_at').notNull(),
})

/** An account's role in one studio: the truth that guards read. */
export const affiliations = sqliteTable(
  'affiliations',
  {
    userId: text('user_id').notNull(),
    studioId: text('studio_id').notNull(),
    roleId: text('role_id').notNull(),
    /** The id of the `people` row in the studio's shard, chosen here first so that the upsert there is idempotent. */
    personId: text('person_id').notNull(),
    /** `provisioning` until the shard holds the person. */
    state: text({ enum: ['provisioning', 'active', 'left'] }).notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.studioId] }), index('affiliations_by_studio').on(t.studioId, t.roleId)],
)

export const authUsers = sqliteTable(
  'auth_users',
  {
    id: text().primaryKey(),
    aud: text().notNull().default('authenticated'),
    role: text().notNull().default('authenticated'),
    email: text(),
    phone: text(),
    passwordHash: text('password_hash'),
    emailConfirmedAt: text('email_confirmed_at'),
    phoneConfirmedAt: text('phone_confirmed_at'),
    invitedAt: text('invited_at'),
    confirmationSentAt: text('confirmation_sent_at'),
    recoverySentAt: text('recovery_sent_at'),
    lastSignInAt: text('last_sign_in_at'),
    bannedUntil: text('banned_until'),
    deletedAt: text('deleted_at'),
    isAnonymous: integer('is_anonymous', { mode: 'boolean' }).notNull().default(false),
    appMetadata: text('app_metadata', { mode: 'json' }).$type<Record<string, unknown>>().notNull().default({}),
    userMetadata: text('user_metadata', { mode: 'json' }).$type<Record<string, unknown>>().notNull().default({}),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [
    // Addresses are lower-cased before they are stored.
    uniqueIndex('auth_users_email').on(t.email, t.aud).where(sql`email IS NOT NULL`),
    uniqueIndex('auth_users_phone').on(t.phone, t.aud).where(sql`phone IS NOT NULL`),
  ],
)

export const authIdentities = sqliteTable(
  'auth_identities',
  {
    identityId: text('identity_id').primaryKey(),
    /** The provider's id of the account; for e-mail and phone the user's id. */
    providerId: text('provider_id').notNull(),
    provider: text().notNull(),
    userId: text('user_id').notNull(),
    identityData: text('identity_data', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    lastSignInAt: text('last_sign_in_at'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('auth_identities_provider').on(t.provider, t.providerId),
    index('auth_identities_by_user').on(t.userId),
  ],
)

/** A session row is the truth: every use of an access token needs it. */
export const authSessions = sqliteTable(
  'auth_sessions',
  {
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    aal: text({ enum: ['aal1', 'aal2'] })
      .notNull()
      .default('aal1'),
    amr: text({ mode: 'json' }).$type<{ method: string; timestamp: number }[]>().notNull(),
    userAgent: text('user_agent').notNull().default(''),
    ip: text().notNull().default(''),
    createdAt: text('created_at').notNull(),
    refreshedAt: text('refreshed_at').notNull(),
  },
  (t) => [index('auth_sessions_by_user').on(t.userId)],
)

/** Only hashes are kept; `parent_hash` lets the direct parent of the active token be presented again. */
export const authRefreshTokens = sqliteTable(
  'auth_refresh_tokens',
  {
    hash: text().primaryKey(),
    parentHash: text('parent_hash'),
    sessionId: text('session_id').notNull(),
    userId: text('user_id').notNull(),
    /** Real time in milliseconds since the epoch. */
    createdAtMs: integer('created_at_ms').notNull(),
    revokedAtMs: integer('revoked_at_ms'),
    /** The token that replaced this one, sealed with a key derived from this one, so that a lost answer can be repeated. */
    successorSealed: text('successor_sealed'),
  },
  (t) => [
    index('auth_refresh_tokens_by_session').on(t.sessionId),
    uniqueIndex('auth_refresh_tokens_one_active_per_session').on(t.sessionId).where(sql`revoked_at_ms IS NULL`),
  ],
)

/** Mailed links and codes, hashed, bound to an address and a purpose; a newer one replaces the older. */
export const authOneTimeTokens = sqliteTable(
  'auth_one_time_tokens',
  {
    userId: text('user_id').notNull(),
    kind: text({
      enum: ['confirmation', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication', 'phone'],
    }).notNull(),
    tokenHash: text('token_hash').notNull(),
    /** The address the token was sent to. */
    relatesTo: text('relates_to').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    expiresAtMs: integer('expires_at_ms').notNull(),
    attempts: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] }), index('auth_one_time_tokens_by_hash').on(t.tokenHash)],
)

export const authAuditEntries = sqliteTable(
  'auth_audit_entries',
  {
    id: text().primaryKey(),
    actorId: text('actor_id').notNull(),
    action: text().notNull(),
    ip: text().notNull().default(''),
    traits: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull().default({}),
    createdAt: text('created_at').notNull(),
  },
  (t) => [index('auth_audit_entries_by_actor').on(t.actorId, t.createdAt)],
)

/** Fixed-window counters per account or per code; addresses are limited by the platform's binding. */
export const limitCounters = sqliteTable('limit_counters', {
  key: text().primaryKey(),
  windowStartMs: integer('window_start_ms').notNull(),
  count: integer().notNull(),
})

/** Small server-wide values; `dev_clock` holds the frozen business clock while development tools are on. */
export const serverSettings = sqliteTable('server_settings', {
  key: text().primaryKey(),
  value: text().notNull(),
})

/** The public class index: the next classes of listed studios, refreshed by a job; places are checked again at booking. */
export const publicClasses = sqliteTable(
  'public_classes',
  {
    occurrenceId: text('occurrence_id').primaryKey(),
    studioId: text('studio_id').notNull(),
    title: text().notNull(),
    startsAt: text('starts_at').notNull(),
    localStart: text('local_start').notNull(),
    places: integer().notNull(),
    capacity: integer().notNull(),
    refreshedAt: text('refreshed_at').notNull(),
  },
  (t) => [index('public_classes_by_studio').on(t.studioId, t.startsAt)],
)

export const outbox = sqliteTable('outbox', outboxColumns, (t) => [
  uniqueIndex('outbox_once').on(t.dedupeKey),
  index('outbox_waiting').on(t.state, t.nextAttemptAtMs),
  index('outbox_newest').on(t.createdAtMs),
])
