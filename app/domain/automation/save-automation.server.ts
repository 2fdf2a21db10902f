import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { keptTargetSql } from '#app/domain/webhooks/webhook-sql.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import { automationTemplates } from './automation-words.ts'
import { backDays } from './causes-sql.server.ts'

/** Begins a draft from a template; its key makes it one however often it is sent. */
export async function beginAutomation(
  ctx: StaffContext,
  { key, template }: { key: string; template: string },
): Promise<void> {
  const { db, studio, now } = ctx
  const from = automationTemplates.find((one) => one.key === template) ?? automationTemplates[0]
  await batch(db, {
    begun: db.run(sql`
      INSERT INTO automations (id, studio_id, name, state, "trigger", days, subject, text, created_at)
      VALUES (${key}, ${studio.id}, ${from.name}, 'draft', ${from.trigger}, ${from.days},
        ${from.subject}, ${from.text}, ${now}) ON CONFLICT DO NOTHING`),
    line: auditStatement(
      ctx,
      { action: 'automation.begun', subjectKind: 'automation', subjectId: key },
      rightAfterChange,
    ),
  })
}

export type AutomationEdit = {
  version: number
  name: string
  days: number
  /** Whom it is for by the studio's own fields, as `ownText` writes it. */
  own: string
  /** The webhook that is told instead of a letter to them; empty for a letter. */
  targetId: string
  subject: string
  text: string
  fromHour: number
  untilHour: number
}

/**
 * Saves an edit; runs that have begun keep their words and their webhook. False where somebody saved
 * meanwhile, also by deleting the webhook.
 */
export async function saveAutomation(
  ctx: StaffContext,
  id: string,
  { version, name, days, own, targetId, subject, text, fromHour, untilHour }: AutomationEdit,
): Promise<boolean> {
  const { db, studio } = ctx
  const { saved } = await batch(db, {
    saved: db.run(sql`
      UPDATE automations SET name = ${name}, days = ${days}, own = ${own},
        target_id = nullif(${targetId}, ''), subject = ${subject}, text = ${text},
        from_hour = ${fromHour}, until_hour = ${untilHour}, version = version + 1
      WHERE studio_id = ${studio.id} AND id = ${id} AND version = ${version}
        AND (${targetId} = '' OR EXISTS (SELECT 1 FROM webhook_targets AS target
          WHERE ${keptTargetSql(ctx)} AND target.id = ${targetId}))`),
    line: auditStatement(
      ctx,
      { action: 'automation.changed', subjectKind: 'automation', subjectId: id, detail: { name } },
      rightAfterChange,
    ),
  })
  return changed(saved) > 0
}

/**
 * Sets it live or pauses it; sent twice is once. What waits while it is paused goes on with it; what
 * happens meanwhile is left out, though not what happened before and is found only now.
 */
export async function switchAutomation(
  ctx: StaffContext,
  id: string,
  act: 'live' | 'pause',
): Promise<void> {
  const { db, studio, now } = ctx
  const state = act === 'live' ? 'live' : 'paused'
  const forgotten = addMinutes(now, -backDays * 24 * 60)
  await batch(db, {
    switched: db.run(sql`
      UPDATE automations SET state = ${state}, scanned_at = NULL,
        live_since = iif(${state} = 'live', ${now}, live_since),
        stretches = iif(${state} = 'live' OR live_since IS NULL, stretches, json_insert(
          (SELECT json_group_array(json(value)) FROM json_each(stretches)
            WHERE value ->> 'until' >= ${forgotten}),
          '$[#]', json_object('since', live_since, 'until', ${now})))
      WHERE studio_id = ${studio.id} AND id = ${id} AND state <> ${state}`),
    line: auditStatement(
      ctx,
      { action: `automation.${act}`, subjectKind: 'automation', subjectId: id },
      rightAfterChange,
    ),
  })
}
