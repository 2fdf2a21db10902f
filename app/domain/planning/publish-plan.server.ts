import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditEachStatement, auditStatement } from '#app/domain/audit/audit.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import { openDaySql } from '#app/domain/calendar/closed-days.server.ts'
import { inTheWaySql } from '#app/domain/calendar/in-the-way-sql.server.ts'
import { type Anyway, isMeant } from '#app/domain/calendar/shown-clashes.ts'
import {
  type ChangeSeriesResult,
  changeSeries,
} from '#app/domain/scheduling/series/change-series.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { count, dayShortTime } from '#app/values/wording.ts'
import { type DryRow, dryRun } from './dry-run.server.ts'
import { refusalWords } from './planning-refusals.ts'

/**
 * A row someone wants published, as they saw it: its class's SEQUENCE then, and what they saw that
 * it meets.
 */
export type ChosenRow = { id: string; sequence: number; anyway?: Anyway }

export type PublishedLine = { what: string; why?: string }

/**
 * What a press did: `done` took effect (by it or by one beside it), `refused` stays in the plan and
 * says why.
 */
export type PublishOutcome = { done: PublishedLine[]; refused: PublishedLine[] }

/**
 * Publishes the chosen rows, each through the use case of a change made at once: people are notified,
 * credits go back, the calendar's SEQUENCE rises. A row has its effect once, however often and by
 * how many it is pressed: its planned row is part of the guard and goes with it. A class that
 * became another since it was shown, or meets something that was not shown, stays in the plan.
 * `runId` names the press: its outcome is written down once, for the page after it.
 */
export async function publishPlan(
  ctx: StaffContext,
  { runId, chosen }: { runId: string; chosen: readonly ChosenRow[] },
): Promise<PublishOutcome> {
  const wanted = new Map(chosen.map((row) => [row.id, row]))
  const rows = await dryRun(ctx, [...wanted.keys()])
  const outcome: PublishOutcome = { done: [], refused: [] }
  const add = (row: DryRow, why: string | null) =>
    why === null
      ? outcome.done.push({ what: lineOf(ctx, row) })
      : outcome.refused.push({ what: lineOf(ctx, row), why })
  let ready = rows
  for (;;) {
    const refused = new Set<string>()
    for (const row of ready) {
      const why = refusalBefore(row, wanted.get(row.row.id)!)
      if (why === null) continue
      refused.add(row.row.id)
      add(row, why)
    }
    if (refused.size === 0) break
    // What does not leave its place may be in the way of the rest.
    const left = ready.flatMap(({ row }) => (refused.has(row.id) ? [] : [row.id]))
    ready = left.length > 0 ? await dryRun(ctx, left) : []
  }
  const of = (action: DryRow['row']['action']) => ready.filter(({ row }) => row.action === action)
  // What leaves its place first, then what takes one: new classes take what is free by then.
  const [changes, drafts] = [of('change'), of('publish')]
  const why = new Map<DryRow, string | null>()
  for (const row of of('cancel')) why.set(row, await publishCancel(ctx, row))
  const moving = changes.map(({ row }) => row.occurrenceId)
  for (const row of changes) why.set(row, await publishChange(ctx, row, moving))
  const left = await publishDrafts(ctx, drafts)
  for (const row of drafts) why.set(row, left.has(row.row.id) ? refusalWords.changed : null)
  for (const row of [...drafts, ...ready]) {
    if (!why.has(row)) continue
    add(row, why.get(row) ?? null)
    why.delete(row)
  }
  const gone = wanted.size - rows.length
  if (gone > 0) {
    outcome.done.push({
      what: `${count(gone, 'row')} that someone had already published, discarded or replaced`,
    })
  }
  await batch(ctx.db, {
    audit: auditStatement(ctx, {
      id: runId,
      action: 'plan.published',
      subjectKind: 'plan',
      subjectId: runId,
      detail: outcome,
    }),
  })
  return outcome
}

/** The outcome of an earlier press, with who pressed; null for none of this studio. */
export async function findPublished(
  { db, studio }: StaffContext,
  runId: string,
): Promise<(PublishOutcome & { by: string; at: string }) | null> {
  const [line] = await db.all<{ detail: string; by: string; at: string }>(sql`
    SELECT detail, actor_name AS by, created_at AS at FROM audit_entries
    WHERE studio_id = ${studio.id} AND id = ${runId} AND action = 'plan.published'`)
  return line ? { ...(JSON.parse(line.detail) as PublishOutcome), by: line.by, at: line.at } : null
}

function refusalBefore({ row, blocked, clashes }: DryRow, chosen: ChosenRow): string | null {
  if (blocked) return refusalWords[blocked]
  const finishing = row.action === 'cancel' && row.state === 'cancelled'
  if (row.sequence !== chosen.sequence && !finishing) return refusalWords.changed
  return isMeant(chosen.anyway, clashes) ? null : `${clashes.join('. ')}. Check it again`
}

function lineOf({ studio }: StaffContext, { row, what }: DryRow): string {
  const { locale } = studio
  return `${row.title}, ${dayShortTime(row.localStart, locale)}. ${what}`
}

/** The row is still planned and its class is what it was: for the guard of the change itself. */
const stillPlanned = ({ studio }: StaffContext, { row }: DryRow) => sql`EXISTS (
  SELECT 1 FROM planned_changes AS change
  JOIN occurrences AS occurrence ON occurrence.id = change.occurrence_id
  WHERE change.studio_id = ${studio.id} AND change.id = ${row.id}
    AND occurrence.sequence = ${row.sequence})`

const dropStatement = ({ db, studio }: StaffContext, { row }: DryRow, onlyIf = sql`1`) =>
  db.run(
    sql`DELETE FROM planned_changes
      WHERE studio_id = ${studio.id} AND id = ${row.id} AND ${onlyIf}`,
  )

async function isGone({ db, studio }: StaffContext, { row }: DryRow): Promise<boolean> {
  const [there] = await db.all<{ id: string }>(
    sql`SELECT id FROM planned_changes WHERE studio_id = ${studio.id} AND id = ${row.id}`,
  )
  return there === undefined
}

/**
 * All new classes in one batch, where room and coach are free but for what was shown. Answers the
 * rows that could not be.
 */
async function publishDrafts(
  ctx: StaffContext,
  rows: readonly DryRow[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  const { db, studio, now } = ctx
  const list = JSON.stringify(rows.map(({ row }) => ({ id: row.id, sequence: row.sequence })))
  const chosen = sql`SELECT change.id, change.occurrence_id, o.series_id
    FROM json_each(${list}) AS input
    CROSS JOIN planned_changes AS change ON change.studio_id = ${studio.id}
      AND change.id = input.value ->> 'id' AND change.action = 'publish'
    CROSS JOIN occurrences AS o ON o.studio_id = change.studio_id AND o.id = change.occurrence_id`
  const date = sql`substr(occurrences.local_start, 1, 10)`
  const places = rows.flatMap(({ row, place }) =>
    place ? [{ ...place, id: row.occurrenceId }] : [],
  )
  const known = rows.flatMap(({ row, meets }) => [row.occurrenceId, ...meets])
  const { left } = await batch(db, {
    publish: db.run(sql`
      UPDATE occurrences SET state = 'scheduled'
      WHERE studio_id = ${studio.id} AND state = 'draft' AND starts_at > ${now}
        AND ${openDaySql(ctx, sql`occurrences.room_id`, date)}
        AND id NOT IN (SELECT way.for_id FROM ${inTheWaySql(ctx, places, { ids: known })} AS way)
        AND id IN (SELECT occurrence_id
          FROM (${chosen} WHERE o.sequence = input.value ->> 'sequence'))`),
    audit: auditEachStatement(
      ctx,
      {
        action: 'occurrence.published',
        subjectKind: 'occurrence',
        detail: sql`json_object('planned', published.id)`,
      },
      {
        idSql: sql`'published-' || published.id`,
        subjectIdSql: sql`published.occurrence_id`,
        from: sql`(${chosen} WHERE o.state = 'scheduled') AS published`,
      },
    ),
    // What a series makes from now on is a draft until its last draft is published.
    series: db.run(sql`
      UPDATE series SET is_draft = 0, version = version + 1
      WHERE studio_id = ${studio.id} AND is_draft = 1
        AND id IN (SELECT series_id FROM (${chosen} WHERE o.state = 'scheduled'))
        AND NOT EXISTS (SELECT 1 FROM occurrences AS draft
          WHERE draft.studio_id = series.studio_id AND draft.series_id = series.id
            AND draft.state = 'draft')`),
    drop: db.run(sql`
      DELETE FROM planned_changes WHERE studio_id = ${studio.id}
        AND id IN (SELECT id FROM (${chosen} WHERE o.state = 'scheduled'))`),
    left: db.all<{ id: string }>(sql`SELECT id FROM (${chosen})`),
  })
  return new Set(left.map(({ id }) => id))
}

async function publishChange(
  ctx: StaffContext,
  dry: DryRow,
  moving: readonly string[],
): Promise<string | null> {
  const { db, studio } = ctx
  const { row, place } = dry
  if (!place) return refusalWords.over
  const [series] = await db.all<{ version: number }>(
    sql`SELECT version FROM series WHERE studio_id = ${studio.id} AND id = ${row.seriesId}`,
  )
  const result = await changeSeries(
    ctx,
    row.occurrenceId,
    {
      scope: 'one',
      version: series?.version ?? 0,
      days: [],
      policyId: row.policyId,
      date: place.localStart.slice(0, 10),
      time: place.localStart.slice(11),
      minutes: place.minutes,
      roomId: place.roomId,
      coachId: place.coachId,
      capacity: row.wantedCapacity ?? row.capacity,
    },
    {
      onlyIf: stillPlanned(ctx, dry),
      // What it meets was looked at with the whole plan in mind: two that change places do not.
      known: [...dry.meets, ...moving],
      also: (done) => ({ planned: dropStatement(ctx, dry, done) }),
    },
  )
  if (result.ok || (await isGone(ctx, dry))) return null
  return changeRefusal(result)
}

function changeRefusal(result: Extract<ChangeSeriesResult, { ok: false }>): string {
  switch (result.reason) {
    case 'below_booked':
    case 'over_room':
    case 'over':
    case 'in_the_past':
      return refusalWords[result.reason]
    case 'closed_then':
      return refusalWords.closed
    default:
      return refusalWords.changed
  }
}

async function publishCancel(ctx: StaffContext, dry: DryRow): Promise<string | null> {
  const { row } = dry
  const result = await cancelOccurrence(ctx, row.occurrenceId, {
    reason: row.reason,
    onlyIf: stillPlanned(ctx, dry),
  })
  if (!result.ok) return (await isGone(ctx, dry)) ? null : refusalWords.changed
  // Behind the messages: a press that is cut off before them is finished by the next.
  await dropStatement(ctx, dry)
  return null
}
