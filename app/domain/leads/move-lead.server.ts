import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import type { StageKind } from '#app/db/studio/leads-words.ts'
import { auditEachStatement } from '#app/domain/audit/audit.server.ts'
import { carriedNotesStatement } from '#app/domain/people/add-note.server.ts'
import { joinProspectStatement } from '#app/domain/people/prospect-person.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { closeTasksStatement } from '#app/domain/tasks/task-statements.server.ts'
import type { Instant } from '#app/values/instant.ts'
import { liveSql } from './lead-sql.server.ts'
import { beginStatements, leadSetting } from './pipelines/pipeline-queries.server.ts'
import { type Stage, stageOfKind, stateOf } from './stages.ts'

export type MoveResult =
  | { ok: true; personId: string; stage: Stage; again?: true }
  | { ok: false; reason: 'not_found' | 'no_stage' | 'needs_reason' | 'other_open' }

/** Minutes from the first touch until `now`, over `leads`. */
const minutesSince = (now: Instant): SQL =>
  sql`max(0, (unixepoch(${now}) - unixepoch(leads.created_at)) / 60)`

/** Its person was erased: it ended with that, for good. */
const erasedSql = sql`EXISTS (SELECT 1 FROM people AS whose
  WHERE whose.id = leads.person_id AND whose.erased_at IS NOT NULL)`

const answered = sql`EXISTS (SELECT 1 FROM lead_touches AS touch
  WHERE touch.studio_id = leads.studio_id AND touch.lead_id = leads.id
    AND touch.kind IN ('call','sms','email'))`

/**
 * What a lead has reached once it stands in a stage of a kind, as assignments to `leads`. Back to an
 * earlier stage takes back what only a stage had said; what happened (a trial that was booked, a
 * call that was made) stays.
 */
export function reachedSql(kind: StageKind, now: Instant): SQL {
  const at = (column: SQL, when: readonly StageKind[]) =>
    when.includes(kind) ? sql`coalesce(${column}, ${now})` : column
  const back = (column: SQL, value: SQL, kinds: readonly StageKind[], keeps: SQL) =>
    kinds.includes(kind) ? sql`iif(${keeps}, ${column}, NULL)` : value
  const contacted = sql`contacted_at`
  const booked = sql`trial_booked_at`
  const attended = sql`trial_attended_at`
  const offered = sql`offer_made_at`
  const beyond = ['contacted', 'trial_booked', 'trial_attended', 'offer_made', 'won'] as const
  const open = ['new', 'contacted', 'trial_booked', 'trial_attended'] as const
  const isClosed = stateOf(kind) === 'won' || stateOf(kind) === 'lost'
  return sql`
    contacted_at = ${back(contacted, at(contacted, beyond), ['new'], answered)},
    answer_minutes = ${back(
      sql`answer_minutes`,
      (beyond as readonly StageKind[]).includes(kind)
        ? sql`iif(contacted_at IS NULL, ${minutesSince(now)}, answer_minutes)`
        : sql`answer_minutes`,
      ['new'],
      answered,
    )},
    trial_booked_at = ${back(
      booked,
      at(booked, ['trial_booked', 'trial_attended']),
      ['new', 'contacted'],
      sql`trial_booking_id IS NOT NULL`,
    )},
    trial_attended_at = ${back(
      attended,
      at(attended, ['trial_attended']),
      ['new', 'contacted', 'trial_booked'],
      sql`trial_outcome IS 'came'`,
    )},
    offer_made_at = ${back(offered, at(offered, ['offer_made']), open, sql`0`)},
    closed_at = ${isClosed ? now : null}`
}

/**
 * Moves a lead to a stage, of any pipeline. A stage of what is won makes its person a member from
 * today on and carries the lead's notes over; one of what is lost needs a reason; from either back
 * to an open one it is opened again, unless its person has another open lead (`other_open`). To
 * where it stands already changes nothing; that of someone who was erased stays (`not_found`).
 */
export async function moveLead(
  ctx: StaffContext,
  leadId: string,
  { stageId, reason = '' }: { stageId: string; reason?: string },
): Promise<MoveResult> {
  const { db, studio } = ctx
  const { pipelines } = await leadSetting(ctx)
  const stage = pipelines.flatMap(({ stages }) => stages).find(({ id }) => id === stageId)
  if (!stage) return { ok: false, reason: 'no_stage' }
  const state = stateOf(stage.kind)
  if (state === 'lost' && reason.trim() === '') return { ok: false, reason: 'needs_reason' }
  const { move, after } = await batch(db, {
    ...beginStatements(ctx),
    ...moveStatements(ctx, sql`leads.id = ${leadId}`, stage, { reason }),
    after: db.all<{ personId: string; stageId: string }>(sql`
      SELECT person_id AS personId, stage_id AS stageId FROM leads
      WHERE studio_id = ${studio.id} AND id = ${leadId} AND NOT ${erasedSql}`),
  })
  const [lead] = after
  if (!lead) return { ok: false, reason: 'not_found' }
  if (lead.stageId !== stageId) return { ok: false, reason: 'other_open' }
  const { personId } = lead
  return { ok: true, personId, stage, ...(changed(move) > 0 ? {} : { again: true as const }) }
}

/** The same to the stage of a kind in the lead's own pipeline, else in any. */
export async function moveLeadToKind(
  ctx: StaffContext,
  leadId: string,
  kind: StageKind,
  reason = '',
): Promise<MoveResult> {
  const { pipelines } = await leadSetting(ctx)
  const { lead } = await batch(ctx.db, {
    lead: ctx.db.all<{ pipelineId: string }>(sql`
      SELECT pipeline_id AS pipelineId FROM leads
      WHERE studio_id = ${ctx.studio.id} AND id = ${leadId}`),
  })
  if (!lead[0]) return { ok: false, reason: 'not_found' }
  const own = pipelines.find(({ id }) => id === lead[0]?.pipelineId)
  const stage = [own, ...pipelines].flatMap((one) => (one ? (stageOfKind(one, kind) ?? []) : []))[0]
  if (!stage) return { ok: false, reason: 'no_stage' }
  return moveLead(ctx, leadId, { stageId: stage.id, reason })
}

/** Moves every lead that `which` chooses and that may go there; for a batch. */
export function moveStatements(
  ctx: StaffContext,
  which: SQL,
  stage: Stage,
  { reason = '', onlyIf = sql`1` }: { reason?: string; onlyIf?: SQL } = {},
): Record<'ended' | 'story' | 'notes' | 'joined' | 'move' | 'audit', Statement<D1Result> | null> {
  const { db, studio, now, actor } = ctx
  const state = stateOf(stage.kind)
  const isLive = state === 'open' || state === 'nurture'
  const moves = sql`leads.studio_id = ${studio.id} AND ${which} AND ${onlyIf}
    AND leads.stage_id <> ${stage.id} AND NOT ${erasedSql}
    AND ${
      isLive
        ? sql`NOT EXISTS (SELECT 1 FROM leads AS other WHERE other.studio_id = leads.studio_id
            AND other.person_id = leads.person_id AND ${liveSql('other')} AND other.id <> leads.id)`
        : sql`1`
    }`
  const moving = (column: SQL) => sql`SELECT ${column} FROM leads WHERE ${moves}`
  return {
    // What stands before the move reads where the lead was.
    ended: isLive
      ? null
      : closeTasksStatement(ctx, { kind: 'lead_next', refs: moving(sql`leads.next_ref`) }),
    story: db.run(sql`
      INSERT INTO lead_touches (id, studio_id, lead_id, kind, text, detail, by_name, at)
      SELECT lower(hex(randomblob(8))), leads.studio_id, leads.id, 'stage', ${reason},
        json_object('from', coalesce(was.name, ''), 'to', ${stage.name}), ${actor.name}, ${now}
      FROM leads LEFT JOIN lead_stages AS was ON was.studio_id = leads.studio_id
        AND was.id = leads.stage_id WHERE ${moves}`),
    audit: auditEachStatement(
      ctx,
      {
        action: `lead.${state === 'open' ? 'moved' : state}`,
        subjectKind: 'lead',
        reason,
        detail: sql`json_object('from', moving.stage_id, 'to', ${stage.id})`,
      },
      {
        idSql: sql`lower(hex(randomblob(8)))`,
        subjectIdSql: sql`moving.id`,
        from: sql`(SELECT leads.id, leads.stage_id FROM leads WHERE ${moves}) AS moving`,
      },
    ),
    notes:
      state === 'won'
        ? carriedNotesStatement(
            ctx,
            sql`SELECT touch.id, leads.person_id, touch.text, touch.by_name AS author_name,
                touch.at AS created_at
              FROM leads JOIN lead_touches AS touch ON touch.studio_id = leads.studio_id
                AND touch.lead_id = leads.id AND touch.text <> ''
                AND touch.kind IN ('form','walk_in','referral','phone_in','import','note','call')
              WHERE ${moves}`,
          )
        : null,
    joined:
      state === 'won'
        ? joinProspectStatement(ctx, sql`(${moving(sql`leads.person_id`)} LIMIT 1)`, sql`1`)
        : null,
    move: db.run(sql`
      UPDATE leads SET stage_id = ${stage.id}, pipeline_id = ${stage.pipelineId},
        state = ${state}, stage_since = ${now}, version = version + 1,
        lost_reason = ${state === 'lost' ? reason : ''},
        next_ref = ${isLive ? sql`next_ref` : null}, next_at = ${isLive ? sql`next_at` : null},
        ${reachedSql(stage.kind, now)}
      WHERE ${moves}`),
  }
}
