import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { leadStates, stageKinds, submissionStates, touchKinds } from './leads-words.ts'

/** Ways a lead goes, such as to a membership; each has stages of its own. */
export const leadPipelines = sqliteTable(
  'lead_pipelines',
  {
    studioId: text('studio_id').notNull(),
    id: text().notNull(),
    name: text().notNull(),
    position: integer().notNull(),
    archivedAt: text('archived_at'),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.id] })],
)

/** Referenced by id: a name may change, what a stage means (`kind`) does not. */
export const leadStages = sqliteTable(
  'lead_stages',
  {
    studioId: text('studio_id').notNull(),
    id: text().notNull(),
    pipelineId: text('pipeline_id').notNull(),
    name: text().notNull(),
    kind: text({ enum: stageKinds }).notNull(),
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.id] }),
    index('lead_stages_by_pipeline').on(t.studioId, t.pipelineId, t.position),
  ],
)

/** Where leads come from. */
export const leadSources = sqliteTable(
  'lead_sources',
  {
    studioId: text('studio_id').notNull(),
    id: text().notNull(),
    name: text().notNull(),
    archivedAt: text('archived_at'),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.id] }),
    uniqueIndex('lead_sources_by_name').on(t.studioId, t.name),
  ],
)

/** Who is given new leads in turn: the person who has been given the fewest. */
export const leadOwners = sqliteTable(
  'lead_owners',
  {
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    position: integer().notNull(),
    given: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.personId] })],
)

/** By what a person is found who gets in touch again: an address or a number is one person's. */
export const leadKeys = sqliteTable(
  'lead_keys',
  {
    studioId: text('studio_id').notNull(),
    kind: text({ enum: ['email', 'phone'] }).notNull(),
    /** Trimmed, lower case and NFC; or E.164. */
    value: text().notNull(),
    personId: text('person_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.kind, t.value] }),
    index('lead_keys_by_person').on(t.studioId, t.personId),
  ],
)

/** One opportunity of one person (SM-LEAD); one that is over stays, and the next is another row. */
export const leads = sqliteTable(
  'leads',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    personId: text('person_id').notNull(),
    pipelineId: text('pipeline_id').notNull(),
    stageId: text('stage_id').notNull(),
    /** What its stage makes of it. */
    state: text({ enum: leadStates }).notNull(),
    stageSince: text('stage_since').notNull(),
    sourceId: text('source_id').notNull().default(''),
    formId: text('form_id').notNull().default(''),
    campaign: text().notNull().default(''),
    interest: text().notNull().default(''),
    /** Parts of the week they could come: `mon-evening, sat-morning`. */
    preferredTimes: text('preferred_times').notNull().default(''),
    valueMinor: integer('value_minor'),
    tags: text().notNull().default(''),
    /** The person of staff whose lead it is. */
    ownerId: text('owner_id'),
    referredBy: text('referred_by').notNull().default(''),
    lostReason: text('lost_reason').notNull().default(''),
    createdAt: text('created_at').notNull(),
    lastTouchAt: text('last_touch_at').notNull(),
    touches: integer().notNull().default(0),
    /** What it has reached, by stage or by what happened; for the funnel. */
    contactedAt: text('contacted_at'),
    trialBookedAt: text('trial_booked_at'),
    trialAttendedAt: text('trial_attended_at'),
    offerMadeAt: text('offer_made_at'),
    closedAt: text('closed_at'),
    /** Minutes from the first touch to the first answer. */
    answerMinutes: integer('answer_minutes'),
    /** The place of their trial, or the one held for them. */
    trialBookingId: text('trial_booking_id'),
    trialOutcome: text('trial_outcome', { enum: ['booked', 'held', 'came', 'missed', 'over'] }),
    /** Their next action: the cause of its task, and when it is due. */
    nextRef: text('next_ref'),
    nextAt: text('next_at'),
    version: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('leads_one_open_per_person')
      .on(t.studioId, t.personId)
      .where(sql`state IN ('open','nurture')`),
    index('leads_by_person').on(t.studioId, t.personId, t.createdAt),
    index('leads_by_stage').on(t.studioId, t.stageId, t.lastTouchAt),
    index('leads_by_state').on(t.studioId, t.state, t.lastTouchAt),
    index('leads_by_created').on(t.studioId, t.createdAt),
    index('leads_by_owner').on(t.studioId, t.ownerId, t.lastTouchAt).where(sql`state = 'open'`),
    index('leads_by_next')
      .on(t.studioId, t.nextAt)
      .where(sql`state = 'open' AND next_at IS NOT NULL`),
    index('leads_by_answer').on(t.studioId, t.contactedAt).where(sql`answer_minutes IS NOT NULL`),
    index('leads_with_trial')
      .on(t.studioId, t.trialBookingId)
      .where(sql`trial_outcome IN ('booked','held')`),
  ],
)

/** The story of a lead: how they got in touch, what was done, where it went. */
export const leadTouches = sqliteTable(
  'lead_touches',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    studioId: text('studio_id').notNull(),
    leadId: text('lead_id').notNull(),
    kind: text({ enum: touchKinds }).notNull(),
    text: text().notNull().default(''),
    detail: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull().default({}),
    byName: text('by_name').notNull(),
    at: text().notNull(),
  },
  (t) => [
    uniqueIndex('lead_touches_id').on(t.studioId, t.id),
    index('lead_touches_by_lead').on(t.studioId, t.leadId, t.seq),
  ],
)

/** People that one post pointed to both of: by its address and by its number. */
export const leadPairs = sqliteTable(
  'lead_pairs',
  {
    studioId: text('studio_id').notNull(),
    /** Whom the address is of, and who was taken. */
    personId: text('person_id').notNull(),
    otherId: text('other_id').notNull(),
    at: text().notNull(),
    decidedAt: text('decided_at'),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.personId, t.otherId] }),
    index('lead_pairs_open').on(t.studioId, t.at).where(sql`decided_at IS NULL`),
  ],
)

/** A form for other sites; what it asks is a version. */
export const leadForms = sqliteTable(
  'lead_forms',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    version: integer().notNull(),
    state: text({ enum: ['open', 'closed'] }).notNull(),
    pipelineId: text('pipeline_id').notNull(),
    sourceId: text('source_id').notNull(),
    /** Who gets its leads; null is the next in turn. */
    ownerId: text('owner_id'),
    createdAt: text('created_at').notNull(),
  },
  (t) => [index('lead_forms_by_studio').on(t.studioId, t.name)],
)

/** What a form asked at each version, so that what was sent can be read for good. */
export const leadFormVersions = sqliteTable(
  'lead_form_versions',
  {
    studioId: text('studio_id').notNull(),
    formId: text('form_id').notNull(),
    version: integer().notNull(),
    definition: text().notNull(),
    createdAt: text('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  (t) => [primaryKey({ columns: [t.studioId, t.formId, t.version] })],
)

/** What a form was sent, as it came: kept before anything is made of it. */
export const leadSubmissions = sqliteTable(
  'lead_submissions',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    formId: text('form_id').notNull(),
    formVersion: integer('form_version').notNull(),
    contentType: text('content_type').notNull(),
    raw: text().notNull(),
    /** The origin of the page it was sent from. */
    page: text().notNull().default(''),
    state: text({ enum: submissionStates }).notNull(),
    /** Why it is spam, or what stopped its routing last. */
    why: text().notNull().default(''),
    leadId: text('lead_id'),
    attempts: integer().notNull().default(0),
    receivedAt: text('received_at').notNull(),
    settledAt: text('settled_at'),
  },
  (t) => [
    index('lead_submissions_waiting').on(t.studioId, t.receivedAt).where(sql`state = 'received'`),
    index('lead_submissions_by_state').on(t.studioId, t.state, t.receivedAt),
    index('lead_submissions_by_form').on(t.studioId, t.formId, t.receivedAt),
    index('lead_submissions_by_lead').on(t.studioId, t.leadId).where(sql`lead_id IS NOT NULL`),
  ],
)
