/**
 * The part of the DIRECTORY database that the auth service keeps: accounts, identities, sessions,
 * tokens, second factors. Instants are UTC ISO text of second precision unless a column ends in
 * `Ms`, which is real time in milliseconds.
 */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

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
    /** An address that is asked for and not confirmed yet; the one above stands until it is. */
    newEmail: text('new_email'),
    emailChangeSentAt: text('email_change_sent_at'),
    /** In a secure change, which half has been confirmed so far. */
    emailChangeHalf: text('email_change_half', { enum: ['current', 'new'] }),
    newPhone: text('new_phone'),
    phoneChangeSentAt: text('phone_change_sent_at'),
    reauthenticationSentAt: text('reauthentication_sent_at'),
    confirmationSentAt: text('confirmation_sent_at'),
    recoverySentAt: text('recovery_sent_at'),
    lastSignInAt: text('last_sign_in_at'),
    bannedUntil: text('banned_until'),
    deletedAt: text('deleted_at'),
    isAnonymous: integer('is_anonymous', { mode: 'boolean' }).notNull().default(false),
    /**
     * Comes from a studio's own provider: never linked by e-mail, and its address is not unique.
     */
    isSsoUser: integer('is_sso_user', { mode: 'boolean' }).notNull().default(false),
    /**
     * When someone signed up with the address; null for accounts that an administrator, an
     * invitation or a provider made. Until the address is confirmed nobody knows who that was.
     */
    signedUpAt: text('signed_up_at'),
    /**
     * Someone came with the address and another password, or without it, before it was confirmed:
     * whose the password is can't be known, so it goes with the confirmation.
     */
    passwordContested: integer('password_contested', { mode: 'boolean' }).notNull().default(false),
    appMetadata: text('app_metadata', { mode: 'json' })
      .$type<Record<string, unknown>>()
      .notNull()
      .default({}),
    userMetadata: text('user_metadata', { mode: 'json' })
      .$type<Record<string, unknown>>()
      .notNull()
      .default({}),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [
    // Addresses are lower-cased before they are stored.
    uniqueIndex('auth_users_email')
      .on(t.email, t.aud)
      .where(sql`email IS NOT NULL AND is_sso_user = 0`),
    uniqueIndex('auth_users_phone').on(t.phone, t.aud).where(sql`phone IS NOT NULL`),
    index('auth_users_by_creation').on(t.createdAt, t.id),
    index('auth_users_unconfirmed')
      .on(t.signedUpAt)
      .where(sql`email_confirmed_at IS NULL AND phone_confirmed_at IS NULL`),
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
    identityData: text('identity_data', { mode: 'json' })
      .$type<Record<string, unknown>>()
      .notNull(),
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
    /** Newest first; `provider` names who vouched in an `oauth` or `sso` entry. */
    amr: text({ mode: 'json' })
      .$type<{ method: string; timestamp: number; provider?: string }[]>()
      .notNull(),
    /** The second factor that lifted the session to aal2. */
    factorId: text('factor_id'),
    userAgent: text('user_agent').notNull().default(''),
    ip: text().notNull().default(''),
    createdAt: text('created_at').notNull(),
    refreshedAt: text('refreshed_at').notNull(),
  },
  (t) => [index('auth_sessions_by_user').on(t.userId)],
)

/**
 * Only hashes are kept; `parent_hash` lets the direct parent of the active token be presented
 * again.
 */
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
    /**
     * The token that replaced this one, sealed with a key derived from this one, so that a lost
     * answer can be repeated.
     */
    successorSealed: text('successor_sealed'),
  },
  (t) => [
    index('auth_refresh_tokens_by_session').on(t.sessionId),
    uniqueIndex('auth_refresh_tokens_one_active_per_session')
      .on(t.sessionId)
      .where(sql`revoked_at_ms IS NULL`),
  ],
)

/**
 * Mailed links and codes, hashed, bound to an address and a purpose. A newer mail replaces the code
 * of the older ones and not their links, which work until they are too old or one of the account is
 * used: else any stranger could void them. A link is 256 random bits; the code beside it is six
 * digits, so its tries are counted.
 */
export const authOneTimeTokens = sqliteTable(
  'auth_one_time_tokens',
  {
    userId: text('user_id').notNull(),
    kind: text({
      enum: [
        'confirmation',
        'recovery',
        'email_change_current',
        'email_change_new',
        'reauthentication',
        'phone',
        'phone_change',
      ],
    }).notNull(),
    tokenHash: text('token_hash').primaryKey(),
    /** HMAC of purpose, address and code under the server's secret; null once it is replaced. */
    codeHash: text('code_hash'),
    /**
     * The PKCE flow that asked for it: its link answers with a code for anyone who holds the
     * verifier.
     */
    flowStateId: text('flow_state_id'),
    /** The address the token was sent to. */
    relatesTo: text('relates_to').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    expiresAtMs: integer('expires_at_ms').notNull(),
    attempts: integer().notNull().default(0),
  },
  (t) => [
    index('auth_one_time_tokens_by_user').on(t.userId, t.kind),
    index('auth_one_time_tokens_by_address').on(t.relatesTo, t.kind),
  ],
)

/**
 * A sign-in on its way through a mailed link or a provider. `id` is the provider's `state`, used
 * once; the code that comes out of it is exchanged once, by anyone who holds the PKCE verifier.
 * Real time in milliseconds.
 */
export const authFlowStates = sqliteTable(
  'auth_flow_states',
  {
    id: text().primaryKey(),
    /** Null until it is known whose it is. */
    userId: text('user_id'),
    /** How the session will say it began: `magiclink`, `recovery`, `email/signup`, `oauth` … */
    method: text().notNull(),
    provider: text(),
    /** Only S256; null in an implicit flow. */
    codeChallenge: text('code_challenge'),
    /** Where the person goes afterwards; checked when it was written. */
    redirectTo: text('redirect_to').notNull().default(''),
    /**
     * What only we may know on the way to a provider (our own verifier and nonce), sealed with the
     * server's secret.
     */
    sealed: text(),
    /** The invitation or the account that the sign-in is for. */
    purpose: text({ mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
    createdAtMs: integer('created_at_ms').notNull(),
    /** When the provider came back with it. */
    usedAtMs: integer('used_at_ms'),
    authCodeHash: text('auth_code_hash'),
    authCodeAtMs: integer('auth_code_at_ms'),
    /** The password of a sign-up that waits for anyone who exchanges the code. */
    passwordHash: text('password_hash'),
    /** The provider's own tokens, sealed, for the one who exchanges the code. */
    providerTokensSealed: text('provider_tokens_sealed'),
  },
  (t) => [
    uniqueIndex('auth_flow_states_by_code')
      .on(t.authCodeHash)
      .where(sql`auth_code_hash IS NOT NULL`),
    index('auth_flow_states_by_age').on(t.createdAtMs),
  ],
)

/**
 * Second factors. `unverified` ones expire; the secret is sealed and never shown after enrolment.
 */
export const authFactors = sqliteTable(
  'auth_factors',
  {
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    friendlyName: text('friendly_name').notNull().default(''),
    factorType: text('factor_type', { enum: ['totp', 'phone'] }).notNull(),
    status: text({ enum: ['unverified', 'verified'] }).notNull(),
    secretSealed: text('secret_sealed'),
    phone: text(),
    /** The newest 30-second step whose code was taken: a code works once. */
    lastStep: integer('last_step'),
    lastChallengedAt: text('last_challenged_at'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [uniqueIndex('auth_factors_name').on(t.userId, t.friendlyName)],
)

export const authChallenges = sqliteTable(
  'auth_challenges',
  {
    id: text().primaryKey(),
    factorId: text('factor_id').notNull(),
    ip: text().notNull(),
    /** Of the code sent to a phone factor. */
    codeHash: text('code_hash'),
    attempts: integer().notNull().default(0),
    createdAtMs: integer('created_at_ms').notNull(),
    verifiedAtMs: integer('verified_at_ms'),
  },
  (t) => [
    index('auth_challenges_by_factor').on(t.factorId),
    index('auth_challenges_by_age').on(t.createdAtMs),
  ],
)

/** Each lifts one session to aal2 once, for who lost their authenticator. */
export const authRecoveryCodes = sqliteTable(
  'auth_recovery_codes',
  {
    userId: text('user_id').notNull(),
    codeHash: text('code_hash').notNull(),
    createdAt: text('created_at').notNull(),
    usedAt: text('used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
)

/** A studio's own OpenID Connect provider, for the staff of its mail domains. */
export const authSsoProviders = sqliteTable(
  'auth_sso_providers',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    issuer: text().notNull(),
    clientId: text('client_id').notNull(),
    clientSecretSealed: text('client_secret_sealed').notNull(),
    enabled: integer({ mode: 'boolean' }).notNull().default(true),
    createdAt: text('created_at').notNull(),
  },
  (t) => [index('auth_sso_providers_by_studio').on(t.studioId)],
)

export const authSsoDomains = sqliteTable('auth_sso_domains', {
  /** Lower-cased. */
  domain: text().primaryKey(),
  providerId: text('provider_id').notNull(),
})

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
