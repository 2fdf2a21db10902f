/** How a lead is read for a card, a row and its page: one list of columns. */
import { type SQL, sql } from 'drizzle-orm'
import type { LeadState } from '#app/db/studio/leads-words.ts'
import { foundAtDeskSql } from '#app/domain/people/list/people-where.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import type { TrialOutcome } from '../note-trial.server.ts'
import type { LeadFilters } from './lead-filters.ts'

export type LeadRow = {
  id: string
  personId: string
  name: string
  email: string
  phone: string
  pipelineId: string
  stageId: string
  state: LeadState
  sourceId: string
  interest: string
  preferredTimes: string
  tags: string
  valueMinor: number | null
  ownerId: string | null
  owner: string | null
  campaign: string
  referredBy: string
  lostReason: string
  touches: number
  createdAt: Instant
  lastTouchAt: Instant
  contactedAt: Instant | null
  answerMinutes: number | null
  nextAt: Instant | null
  /** What is next, as the task keeps it; null where nothing is. */
  nextFacts: string | null
  trialBookedAt: Instant | null
  trialOutcome: TrialOutcome | null
  trialStart: LocalDateTime | null
  trialTitle: string | null
}

/** `SELECT ${leadColumnsSql} FROM ${leadSourceSql} WHERE lead.studio_id = …` answers `LeadRow`s. */
export const leadColumnsSql: SQL = sql`lead.id, lead.person_id AS personId, person.name,
  person.email, person.phone, lead.pipeline_id AS pipelineId, lead.stage_id AS stageId, lead.state,
  lead.source_id AS sourceId, lead.interest, lead.preferred_times AS preferredTimes, lead.tags,
  lead.value_minor AS valueMinor, lead.owner_id AS ownerId, owner.name AS owner, lead.campaign,
  lead.referred_by AS referredBy, lead.lost_reason AS lostReason, lead.touches,
  lead.created_at AS createdAt, lead.last_touch_at AS lastTouchAt,
  lead.contacted_at AS contactedAt, lead.answer_minutes AS answerMinutes, lead.next_at AS nextAt,
  task.facts AS nextFacts, lead.trial_booked_at AS trialBookedAt, lead.trial_outcome AS trialOutcome, o.local_start AS trialStart,
  class_type.name AS trialTitle`

export const leadSourceSql: SQL = sql`leads AS lead
  CROSS JOIN people AS person ON person.id = lead.person_id
  LEFT JOIN people AS owner ON owner.id = lead.owner_id
  LEFT JOIN tasks AS task ON task.studio_id = lead.studio_id AND task.cause_kind = 'lead_next'
    AND task.cause_ref = lead.next_ref AND task.state <> 'over' AND task.state = 'open'
  LEFT JOIN bookings AS trial ON trial.id = lead.trial_booking_id
  LEFT JOIN occurrences AS o ON o.id = trial.occurrence_id
  LEFT JOIN class_types AS class_type ON class_type.id = o.class_type_id`

/** The one WHERE of the list of leads, over `leads AS lead`, for the page, its count and its CSV. */
export function leadsWhere(ctx: StudioContext, filters: LeadFilters, viewerId: string | null): SQL {
  const { studio, now } = ctx
  const { view, q, source, owner, tag } = filters
  const views: Record<LeadFilters['view'], SQL> = {
    open: sql`lead.state = 'open'`,
    mine: sql`lead.state = 'open' AND lead.owner_id = ${viewerId}`,
    overdue: sql`lead.state = 'open' AND lead.next_at IS NOT NULL AND lead.next_at < ${now}`,
    won: sql`lead.state = 'won'`,
    nurture: sql`lead.state = 'nurture'`,
    lost: sql`lead.state = 'lost'`,
  }
  const conditions = [
    sql`lead.studio_id = ${studio.id} AND ${views[view]}`,
    q === ''
      ? null
      : sql`lead.person_id IN (SELECT person.id FROM people AS person
          WHERE ${foundAtDeskSql(ctx, q, 200)})`,
    source ? sql`lead.source_id = ${source}` : null,
    owner ? sql`lead.owner_id = ${owner}` : null,
    tag ? sql`instr(', ' || lead.tags || ', ', ${`, ${tag}, `}) > 0` : null,
  ].filter((one) => one !== null)
  return sql.join(conditions, sql` AND `)
}

/** Newest touch first; what is overdue by when it was due. */
export const leadsOrder = ({ view }: Pick<LeadFilters, 'view'>): SQL =>
  view === 'overdue' ? sql`lead.next_at, lead.id` : sql`lead.last_touch_at DESC, lead.id`
