/** Begins runs for anyone who has a cause, and sends what is due. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import type { TriggerKind } from '#app/db/studio/automation/automations-words.ts'
import { calledBy, fillIn } from '#app/domain/conversations/merge-fields.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { unsubscribeLinkStatement } from '#app/domain/people/consents/unsubscribe.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { type PersonFacts, personOf, webhookBody } from '#app/domain/webhooks/webhook-body.ts'
import {
  deliveryStatement,
  hiddenSql,
  keptTargetSql,
} from '#app/domain/webhooks/webhook-sql.server.ts'
import { automationLetter } from '#app/messages/conversations/automation-letter.ts'
import { paths } from '#app/paths.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import {
  agreedSql,
  backDays,
  causesSql,
  hadOnceSql,
  leftOutSql,
  type Stretch,
  secondChanceSql,
} from './causes-sql.server.ts'
import { nextAllowed } from './quiet-hours.ts'

/** Letters of one step: each is two statements of one batch. */
const sentAtOnce = 25

/** Causes are looked for once an hour. */
const scanMinutes = 55

type Live = {
  id: string
  trigger: TriggerKind
  days: number
  own: string
  version: number
  targetId: string | null
  subject: string
  text: string
  fromHour: number
  untilHour: number
  liveSince: string
  stretches: string
}

const columns = sql`id, "trigger", days, own, version, target_id AS targetId, subject, text, from_hour AS fromHour,
  until_hour AS untilHour, live_since AS liveSince, stretches`

/** Whether a studio has an automation whose causes were not looked for lately. */
export const beginRunsDue = ({ studio, now }: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM automations AS live WHERE live.studio_id = ${studio}
    AND live.state = 'live'
    AND coalesce(live.scanned_at, '') < ${addMinutes(now, -scanMinutes)})`

/**
 * Begins a run for everyone who has a cause and none of it yet: waiting until letters may go out, or
 * left out with the reason. Once per person and cause, and of a trigger that is once per person once
 * in all, however often it runs. Somebody left out is asked about again at each look: the run begins
 * once the reason has passed. Answers how many began.
 */
export async function beginRuns(ctx: StudioContext): Promise<number> {
  const { db, studio, now } = ctx
  const live = await db.all<Live>(sql`
    SELECT ${columns} FROM automations WHERE studio_id = ${studio.id} AND state = 'live'
      AND coalesce(scanned_at, '') < ${addMinutes(now, -scanMinutes)}`)
  let began = 0
  for (const one of live) {
    const dueAt = one.targetId ? now : nextAllowed(now, studio.timeZone, one)
    const lately = addMinutes(now, -backDays * 24 * 60)
    const notBefore = (at: string) => (at > lately ? at : lately)
    const stretches: Stretch[] = [
      { since: notBefore(one.liveSince), until: null },
      ...(JSON.parse(one.stretches) as { since: Instant; until: Instant }[])
        .filter(({ until }) => until > lately)
        .map(({ since, until }) => ({ since: notBefore(since), until })),
    ]
    const { runs } = await batch(db, {
      runs: db.run(sql`
        INSERT INTO automation_runs (id, studio_id, automation_id, version, person_id, cause, state,
          why, subject, text, target_id, due_at, created_at)
        SELECT lower(hex(randomblob(8))), ${studio.id}, ${one.id}, ${one.version}, found.person_id,
          found.cause, iif(found.why = '', 'waiting', 'skipped'), found.why, ${one.subject},
          ${one.text}, ${one.targetId}, ${dueAt}, ${now}
        FROM (SELECT person.id AS person_id, causes.cause,
            ${leftOutSql(ctx, one, sql`causes.cause`)} AS why
          FROM (${causesSql(ctx, { kind: one.trigger, days: one.days, stretches })})
            AS causes
          JOIN people AS person ON person.id = causes.person_id
            AND person.studio_id = ${studio.id}) AS found
        WHERE NOT ${hadOnceSql(ctx, one, sql`found.person_id`)}
        ON CONFLICT (studio_id, automation_id, person_id, cause) DO UPDATE SET state = 'waiting',
          why = '', done_at = NULL, version = excluded.version, subject = excluded.subject,
          text = excluded.text, target_id = excluded.target_id, due_at = excluded.due_at
        WHERE excluded.state = 'waiting' AND ${secondChanceSql(ctx, one.trigger)}`),
      scanned: db.run(sql`
        UPDATE automations SET scanned_at = ${now}
        WHERE studio_id = ${studio.id} AND id = ${one.id}`),
    })
    began += changed(runs)
  }
  return began
}

/** Whether a studio has runs whose letter may go out. */
export const sendRunsDue = ({ studio, now }: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM automation_runs AS run WHERE run.studio_id = ${studio}
    AND run.state = 'waiting' AND run.due_at <= ${now})`

type Due = PersonFacts & {
  id: string
  automationId: string
  automation: string
  trigger: TriggerKind
  own: string
  targetId: string | null
  agreed: number
  subject: string
  text: string
  fromHour: number
  untilHour: number
  live: number
  preferredName: string
}

/**
 * Sends the letters of runs that are due, or tells their webhook, a step at a time: what leaves somebody out is asked again
 * now, and outside the hours it waits for the next morning. A letter's key is its run, so that it
 * goes out once however often this runs or is cut off. Answers how many runs moved.
 */
export async function sendRuns(ctx: StudioContext): Promise<number> {
  const { db, studio, now, nowMs, origin } = ctx
  const due = await db.all<Due>(sql`
    SELECT run.id, run.person_id AS personId, automation.id AS automationId,
      automation.name AS automation, automation."trigger", automation.own, run.target_id AS targetId, ${agreedSql} AS agreed, ${hiddenSql(ctx)} AS hidden, run.subject, run.text,
      automation.from_hour AS fromHour, automation.until_hour AS untilHour,
      automation.state = 'live' AS live, person.name, person.preferred_name AS preferredName,
      person.email
    FROM automation_runs AS run
    JOIN automations AS automation ON automation.id = run.automation_id
    JOIN people AS person ON person.id = run.person_id
    WHERE run.studio_id = ${studio.id} AND run.state = 'waiting' AND run.due_at <= ${now}
    ORDER BY run.due_at, run.id LIMIT ${sentAtOnce}`)
  if (due.length === 0) return 0
  const statements: Record<string, Statement<D1Result>> = {}
  for (const run of due) {
    const mine = sql`automation_runs.studio_id = ${studio.id} AND automation_runs.id = ${run.id}
      AND automation_runs.state = 'waiting'`
    const allowed = run.targetId ? now : nextAllowed(now, studio.timeZone, run)
    if (allowed > now) {
      statements[`wait ${run.id}`] = db.run(
        sql`UPDATE automation_runs SET due_at = ${allowed} WHERE ${mine}`,
      )
      continue
    }
    const out = leftOutSql(ctx, run, sql`automation_runs.cause`)
    const why = sql`(SELECT ${out} FROM people AS person WHERE person.id = automation_runs.person_id)`
    statements[`out ${run.id}`] = db.run(sql`
      UPDATE automation_runs SET state = 'exited', why = ${why}, done_at = ${now}
      WHERE ${mine} AND ${why} <> ''`)
    if (!run.live) {
      statements[`wait ${run.id}`] = db.run(sql`
        UPDATE automation_runs SET due_at = ${addMinutes(now, 60)} WHERE ${mine}`)
      continue
    }
    if (run.targetId) {
      Object.assign(statements, tellStatements(ctx, { ...run, targetId: run.targetId }, mine))
      continue
    }
    const letterKey = `automation:${studio.id}:${run.id}`
    const fields = {
      'first name': calledBy(run),
      name: run.name,
      studio: studio.name,
      staff: studio.name,
    }
    const link = `${origin}${paths.unsubscribe(studio, '')}`
    statements[`link ${run.id}`] = unsubscribeLinkStatement(ctx, run.personId)
    statements[`letter ${run.id}`] = queueStatement(
      db,
      {
        studioId: studio.id,
        dedupeKey: letterKey,
        to: run.email,
        kind: 'automation-letter',
        letter: automationLetter({
          studio,
          subject: fillIn(run.subject, fields),
          text: fillIn(run.text, fields),
        }),
        unsubscribe: sql`(SELECT ${link} || link.token FROM unsubscribe_links AS link
          WHERE link.studio_id = ${studio.id} AND link.person_id = ${run.personId})`,
      },
      nowMs,
      sql`EXISTS (SELECT 1 FROM automation_runs WHERE ${mine})`,
    )
    statements[`sent ${run.id}`] = db.run(sql`
      UPDATE automation_runs SET state = 'sent', letter_key = ${letterKey}, done_at = ${now}
      WHERE ${mine}`)
  }
  await batch(db, statements)
  return due.length
}

/** Tells a webhook of a run, once, with what its person is to other programs; a deleted one is not. */
function tellStatements(
  ctx: StudioContext,
  run: Due & { targetId: string },
  mine: SQL,
): Record<string, Statement<D1Result>> {
  const { db, studio, now } = ctx
  const { id, personId, targetId, trigger } = run
  const kind = `automation.${trigger}` as const
  const data = {
    automation: { id: run.automationId, name: run.automation },
    person: personOf(run),
    agreed_to_email: run.agreed === 1,
  }
  const body = webhookBody(studio.id, kind, now, data)
  return {
    [`gone ${id}`]: db.run(sql`
      UPDATE automation_runs SET state = 'exited', why = 'no_webhook', done_at = ${now}
      WHERE ${mine} AND NOT EXISTS (SELECT 1 FROM webhook_targets AS target
        WHERE ${keptTargetSql(ctx)} AND target.id = ${targetId})`),
    [`post ${id}`]: deliveryStatement(
      ctx,
      { targetId, cause: `automation ${id}`, kind, personId, body },
      sql`EXISTS (SELECT 1 FROM automation_runs WHERE ${mine})`,
    ),
    [`told ${id}`]: db.run(sql`
      UPDATE automation_runs SET state = 'done', done_at = ${now} WHERE ${mine}`),
  }
}
