import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type {
  AutomationState,
  LeftOutReason,
  RunState,
  TriggerKind,
} from '#app/db/studio/automation/automations-words.ts'
import {
  fieldsStatement,
  toFieldsAndArchived,
} from '#app/domain/people/fields/field-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { webhookNamesStatement } from '#app/domain/webhooks/webhook-pages.server.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { localDate } from '#app/values/zone.ts'
import { causesSql, leftOutSql } from './causes-sql.server.ts'

export type Automation = {
  id: string
  name: string
  state: AutomationState
  trigger: TriggerKind
  days: number
  own: string
  /** The webhook it tells instead of sending an email. */
  targetId: string | null
  subject: string
  text: string
  fromHour: number
  untilHour: number
  version: number
  liveSince: Instant | null
  sent: number
  waiting: number
}

const columns = sql`automation.id, automation.name, automation.state,
  automation."trigger", automation.days, automation.own,
  automation.target_id AS targetId, automation.subject, automation.text,
  automation.from_hour AS fromHour, automation.until_hour AS untilHour, automation.version,
  automation.live_since AS liveSince,
  (SELECT count(*) FROM (SELECT 1 FROM automation_runs AS run WHERE run.studio_id = automation.studio_id
    AND run.automation_id = automation.id AND run.state IN ('sent', 'done') LIMIT 1000)) AS sent,
  (SELECT count(*) FROM (SELECT 1 FROM automation_runs AS run WHERE run.studio_id = automation.studio_id
    AND run.automation_id = automation.id AND run.state = 'waiting' LIMIT 1000)) AS waiting`

/** A studio's automations, those that are live first. */
export const listAutomations = ({ db, studio }: StudioContext): Promise<Automation[]> =>
  db.all<Automation>(sql`
    SELECT ${columns} FROM automations AS automation WHERE automation.studio_id = ${studio.id}
    ORDER BY automation.state = 'live' DESC, automation.name LIMIT 100`)

/** So far back a back-test looks, and so soon somebody who comes back counts. */
const backDays = 90
const soonDays = 7

/** More than so many are not looked through for a page. */
const metAtMost = 500

export type RunRow = {
  id: string
  personId: string
  name: string
  state: RunState
  why: LeftOutReason | ''
  at: Instant
  dueAt: Instant
  /** They came after the letter, within a week. */
  cameBack: number
}

/** One of them with its newest runs, and whom it would meet now; null for a strange id. */
export async function automationPage(ctx: StudioContext, id: string) {
  const { db, studio, now } = ctx
  const { found, fields, runs, webhooks } = await batch(db, {
    webhooks: webhookNamesStatement(ctx),
    fields: fieldsStatement(ctx),
    found: db.all<Automation>(sql`
      SELECT ${columns} FROM automations AS automation
      WHERE automation.studio_id = ${studio.id} AND automation.id = ${id}`),
    runs: db.all<RunRow>(sql`
      SELECT run.id, run.person_id AS personId, person.name, run.state, run.why,
        coalesce(run.done_at, run.created_at) AS at, run.due_at AS dueAt,
        run.state = 'sent' AND coalesce(person.last_visit_at > run.done_at
          AND unixepoch(person.last_visit_at) < unixepoch(run.done_at) + ${soonDays * 86_400}, 0)
          AS cameBack
      FROM automation_runs AS run JOIN people AS person ON person.id = run.person_id
      WHERE run.studio_id = ${studio.id} AND run.automation_id = ${id}
      ORDER BY run.created_at DESC, run.id LIMIT 50`),
  })
  const [automation] = found
  if (!automation) return null
  const { trigger, days } = automation
  const since = addMinutes(now, -backDays * 24 * 60)
  const met = await db.all<{ why: LeftOutReason | ''; n: number }>(sql`
    SELECT why, count(*) AS n FROM (
      SELECT DISTINCT person.id, ${leftOutSql(ctx, automation, sql`causes.cause`)} AS why
      FROM (SELECT * FROM (${causesSql(ctx, { kind: trigger, days, stretches: [{ since, until: null }] })}) LIMIT ${metAtMost})
        AS causes
      JOIN people AS person ON person.id = causes.person_id AND person.studio_id = ${studio.id})
    GROUP BY why ORDER BY n DESC`)
  const more = met.reduce((sum, { n }) => sum + n, 0) >= metAtMost
  return {
    automation,
    ...toFieldsAndArchived(fields),
    runs,
    webhooks,
    met,
    more,
    since: localDate(since, studio.timeZone),
  }
}
