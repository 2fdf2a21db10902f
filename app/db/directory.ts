/**
 * The DIRECTORY database: accounts, sessions, roles, studios and what must be found before a
 * studio's shard is known. Instants are UTC ISO text of second precision (`2026-11-20T18:30:00Z`)
 * unless a column says otherwise.
 */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { objectColumns, strayColumns } from './object-columns.ts'
import { outboxColumns } from './outbox-columns.ts'

/** The role table of the specification: a name and whether it is staff. Seeded by migration. */
export const roles = sqliteTable('roles', {
  id: text().primaryKey(),
  name: text().notNull(),
  isStaff: integer('is_staff', { mode: 'boolean' }).notNull(),
})

/** How a studio stands with its own plan; empty where nobody bills it. */
export const planStates = ['', 'trial', 'active', 'past_due', 'read_only', 'closed'] as const

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
    /** How people reach the studio, shown to everyone; empty is not told. */
    contactEmail: text('contact_email').notNull().default(''),
    contactPhone: text('contact_phone').notNull().default(''),
    /** Words of the disciplines, separated by commas, for the finder. */
    disciplines: text().notNull().default(''),
    /** The studio's colour as OKLCH hue (0–359) and chroma in thousandths; lightness is ours. */
    hue: integer().notNull().default(335),
    chroma: integer().notNull().default(130),
    /**
     * What its owner picked, from which hue and chroma come: `#1e88e5` or a reference like
     * `var(--blue-700)`; or empty.
     */
    colour: text().notNull().default(''),
    /** Path of its logo in the bucket of pictures; empty shows its initial. */
    logo: text().notNull().default(''),
    /**
     * What it lets members do that is not as usual, or does not let: keys of
     * `domain/scope/portal-rules.ts`, separated by spaces.
     */
    portal: text().notNull().default(''),
    /** What it does not use: keys of `domain/scope/features.ts`, separated by spaces. */
    featuresOff: text('features_off').notNull().default(''),
    /** Where people begin, and the order of tabs and of home (`domain/scope/menu.ts`). */
    menu: text().notNull().default(''),
    /** What its members are told for some time (`domain/scope/maintenance.ts`); empty is nothing. */
    maintenance: text().notNull().default(''),
    /** The day its weeks begin on: 1 is Monday, 7 is Sunday (ISO 8601). */
    weekStart: integer('week_start').notNull().default(1),
    /** What weights are in for anyone who chose nothing else; empty is as its locale has it. */
    weightUnit: text('weight_unit', { enum: ['', 'kg', 'lb'] })
      .notNull()
      .default(''),
    /** When its peak hours are (`domain/scope/peak-hours.ts`); empty where it has none. */
    peakHours: text('peak_hours').notNull().default(''),
    /**
     * How it stands with its own plan, as the last row of `studio_plan_changes` says: kept here, as
     * every request asks. Empty where nobody bills it.
     */
    planState: text('plan_state', { enum: planStates }).notNull().default(''),
    /** The plan it has (`studios/own-plan/plan-prices.ts`); empty where nobody bills it. */
    plan: text().notNull().default(''),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('studios_slug').on(t.slug),
    index('studios_listed_by_name').on(t.listed, t.state, t.name),
  ],
)

/** Former slugs, so that a printed QR code keeps leading to the studio. */
export const studioSlugs = sqliteTable('studio_slugs', {
  slug: text().primaryKey(),
  studioId: text('studio_id').notNull(),
})

/**
 * A studio that is being set up. What its owner answered waits here, with the ids that the rows in
 * the shard will have, so that publishing writes the same rows however often it is begun.
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

/**
 * The specification's `users`: one row per auth id, with the studio the account is in now and its
 * role there.
 */
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
    /** The role that waits for somebody who is suspended: until then theirs is `member`. */
    suspendedRole: text('suspended_role'),
    /**
     * The id of the `people` row in the studio's shard, chosen here first so that the upsert there
     * is idempotent.
     */
    personId: text('person_id').notNull(),
    /** `provisioning` until the shard holds the person. */
    state: text({ enum: ['provisioning', 'active', 'left'] }).notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.studioId] }),
    index('affiliations_by_studio').on(t.studioId, t.roleId),
    index('affiliations_by_person').on(t.studioId, t.personId),
    index('affiliations_suspended').on(t.studioId).where(sql`suspended_role IS NOT NULL`),
  ],
)

/**
 * An invitation by email to a place in a studio: single use, bound to the address, one open one per
 * studio and address.
 */
export const invitations = sqliteTable(
  'invitations',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** Lower-cased. */
    email: text().notNull(),
    name: text().notNull().default(''),
    roleId: text('role_id').notNull(),
    /** The person in the shard it is for; null makes one. */
    personId: text('person_id'),
    tokenHash: text('token_hash').notNull(),
    invitedBy: text('invited_by').notNull(),
    state: text({ enum: ['open', 'accepted', 'withdrawn'] }).notNull(),
    createdAt: text('created_at').notNull(),
    expiresAtMs: integer('expires_at_ms').notNull(),
    acceptedBy: text('accepted_by'),
    acceptedAt: text('accepted_at'),
  },
  (t) => [
    uniqueIndex('invitations_by_token').on(t.tokenHash),
    uniqueIndex('invitations_one_open').on(t.studioId, t.email).where(sql`state = 'open'`),
  ],
)

/**
 * Fixed-window counters per account or per code; addresses are limited by the platform's binding.
 */
export const limitCounters = sqliteTable(
  'limit_counters',
  {
    key: text().primaryKey(),
    windowStartMs: integer('window_start_ms').notNull(),
    count: integer().notNull(),
  },
  (t) => [index('limit_counters_by_start').on(t.windowStartMs)],
)

/**
 * Small server-wide values; `dev_clock` holds the frozen business clock while development tools are
 * on.
 */
export const serverSettings = sqliteTable('server_settings', {
  key: text().primaryKey(),
  value: text().notNull(),
})

/**
 * The public class index: the next classes of listed studios, refreshed by a job; places are
 * checked again at booking.
 */
export const publicClasses = sqliteTable(
  'public_classes',
  {
    occurrenceId: text('occurrence_id').primaryKey(),
    studioId: text('studio_id').notNull(),
    classTypeId: text('class_type_id').notNull().default(''),
    title: text().notNull(),
    discipline: text().notNull().default(''),
    /** The lowest level that may book, in words; empty is open to all. */
    level: text().notNull().default(''),
    town: text().notNull().default(''),
    /** Where in the studio's row of locations it is; the name is empty where there is only one. */
    locationId: text('location_id').notNull().default(''),
    location: text().notNull().default(''),
    startsAt: text('starts_at').notNull(),
    localStart: text('local_start').notNull(),
    minutes: integer().notNull().default(60),
    /** Drop-in price in minor units of the studio's currency; null is not sold singly. */
    priceMinor: integer('price_minor'),
    places: integer().notNull(),
    capacity: integer().notNull(),
    refreshedAt: text('refreshed_at').notNull(),
  },
  (t) => [
    index('public_classes_by_studio').on(t.studioId, t.startsAt),
    index('public_classes_by_start').on(t.startsAt, t.occurrenceId),
    index('public_classes_by_discipline').on(t.discipline, t.startsAt, t.occurrenceId),
    index('public_classes_by_town').on(t.town),
    index('public_classes_by_type').on(t.classTypeId, t.startsAt),
  ],
)

/**
 * What the public page of a class says beside its dates. It stays when the dates end, while its
 * studio is listed.
 */
export const publicClassPages = sqliteTable(
  'public_class_pages',
  {
    classTypeId: text('class_type_id').primaryKey(),
    studioId: text('studio_id').notNull(),
    title: text().notNull(),
    discipline: text().notNull(),
    level: text().notNull(),
    description: text().notNull(),
    minutes: integer().notNull(),
    priceMinor: integer('price_minor'),
    coaches: text().notNull(),
    place: text().notNull(),
    locationId: text('location_id').notNull().default(''),
    /** The booking rules in words, as JSON: `[{ about, rule }]`. */
    rules: text().notNull(),
  },
  (t) => [index('public_class_pages_by_studio').on(t.studioId)],
)

/**
 * People a studio erased. It stands here, and not with the studio's rows, so that what is restored
 * of these from an older copy is erased again.
 */
export const erasures = sqliteTable(
  'erasures',
  {
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    askedAt: text('asked_at').notNull(),
    actorName: text('actor_name').notNull(),
    /** When everything of theirs was gone, also from storage; null while it is under way. */
    doneAt: text('done_at'),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.personId] }),
    index('erasures_under_way').on(t.askedAt).where(sql`done_at IS NULL`),
  ],
)

export const outbox = sqliteTable('outbox', outboxColumns, (t) => [
  uniqueIndex('outbox_once').on(t.dedupeKey),
  index('outbox_waiting').on(t.state, t.nextAttemptAtMs),
  index('outbox_newest').on(t.createdAtMs),
  // What can still be read: by whom, by what it opens, by age.
  index('outbox_readers').on(t.recipient).where(sql`recipient <> ''`),
  index('outbox_readable').on(t.kind, t.createdAtMs).where(sql`recipient <> '' AND text <> ''`),
  index('outbox_kept').on(t.createdAtMs).where(sql`recipient <> ''`),
  // What was given up of each studio, the newest last.
  index('outbox_failed').on(t.studioId, t.nextAttemptAtMs).where(sql`state = 'failed'`),
])

/**
 * At which studios the reader of account mail that was given up is: kept by triggers on `outbox`, so
 * that a studio finds its own by index.
 */
export const failedMailPlaces = sqliteTable(
  'failed_mail_places',
  {
    outboxId: text('outbox_id').notNull(),
    studioId: text('studio_id').notNull(),
    triedAtMs: integer('tried_at_ms').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.outboxId, t.studioId] }),
    index('failed_mail_places_of_studio').on(t.studioId, t.triedAtMs),
  ],
)

/** Where files are put. `Images` and `Files` are seeded by migration. */
export const buckets = sqliteTable('buckets', {
  id: text().primaryKey(),
  /** What lies in a public bucket is read by anyone who knows its path. */
  public: integer({ mode: 'boolean' }).notNull(),
  /** Bytes of one file; null for the limit of all buckets. */
  fileSizeLimit: integer('file_size_limit'),
  /** Types by content, such as `image/png` or `image/*`; null for any. */
  allowedMimeTypes: text('allowed_mime_types', { mode: 'json' }).$type<string[]>(),
  createdAtMs: integer('created_at_ms').notNull(),
  updatedAtMs: integer('updated_at_ms').notNull(),
})

/** Files in no studio's folder: an account's own, and the project's. */
export const objects = sqliteTable('objects', objectColumns, (t) => [
  uniqueIndex('objects_once').on(t.bucketId, t.path),
  index('objects_by_studio').on(t.studioId, t.id),
])

export const strayObjects = sqliteTable('stray_objects', strayColumns, (t) => [
  index('stray_objects_due').on(t.dueAtMs),
])

/** Which studio an account with the payment provider is of: a webhook names only the account. */
export const merchantStudios = sqliteTable('merchant_studios', {
  /** The provider's id: `acct_…`. */
  accountRef: text('account_ref').primaryKey(),
  studioId: text('studio_id').notNull(),
})

/** The plan a studio has with us and until when it is paid. Dates are local to the studio. */
export const studioPlans = sqliteTable(
  'studio_plans',
  {
    studioId: text('studio_id').primaryKey(),
    plan: text().notNull(),
    /** What it has from the next period on; empty is the same. */
    nextPlan: text('next_plan').notNull().default(''),
    state: text({ enum: planStates }).notNull(),
    startedOn: text('started_on').notNull(),
    /** The last day that is paid, or of the trial. */
    paidUntil: text('paid_until').notNull(),
    /** No payment has come yet. */
    trial: integer({ mode: 'boolean' }).notNull(),
    /** Set where its owner cancelled: it closes after `paid_until`. */
    cancelledOn: text('cancelled_on'),
    /** Counts changes, so that two windows do not overwrite each other. */
    version: integer().notNull().default(1),
  },
  (t) => [index('studio_plans_by_end').on(t.paidUntil)],
)

/** What happened to a studio's plan: never changed. */
export const studioPlanChanges = sqliteTable(
  'studio_plan_changes',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    at: text().notNull(),
    kind: text({
      enum: ['started', 'state', 'paid', 'chosen', 'cancelled', 'resumed'],
    }).notNull(),
    /** How it stood afterwards. */
    state: text({ enum: planStates }).notNull(),
    plan: text().notNull(),
    /** Who did it; empty where it came with time. */
    byName: text('by_name').notNull().default(''),
    /** The invoice that was paid, or the day something takes effect. */
    detail: text().notNull().default(''),
  },
  (t) => [index('studio_plan_changes_by_studio').on(t.studioId, t.at)],
)

/** What a studio is billed for its plan: one row a period. */
export const studioPlanInvoices = sqliteTable(
  'studio_plan_invoices',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    /** Counts through all studios. */
    number: integer().notNull(),
    plan: text().notNull(),
    fromDay: text('from_day').notNull(),
    untilDay: text('until_day').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text().notNull(),
    issuedOn: text('issued_on').notNull(),
    dueOn: text('due_on').notNull(),
    paidOn: text('paid_on'),
    method: text({ enum: ['bank', 'card', 'other'] }),
    /** The payment's own mark, by which it is recorded once. */
    reference: text(),
    /** Who recorded it. */
    recordedBy: text('recorded_by').notNull().default(''),
  },
  (t) => [
    uniqueIndex('studio_plan_invoices_number').on(t.number),
    uniqueIndex('studio_plan_invoices_period').on(t.studioId, t.fromDay),
    uniqueIndex('studio_plan_invoices_open').on(t.studioId).where(sql`paid_on IS NULL`),
    uniqueIndex('studio_plan_invoices_payment').on(t.reference).where(sql`reference IS NOT NULL`),
  ],
)
