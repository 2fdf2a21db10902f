import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import {
  type AlertRules,
  alertsShown,
  type Trigger,
  toAlertRules,
  triggers,
  usualRules,
} from './alert-rules.ts'
import { alertRulesStatement } from './desk-facts.server.ts'

/** What the studio has decided. */
export async function findAlertRules(ctx: StudioContext): Promise<AlertRules> {
  return toAlertRules((await batch(ctx.db, { rules: alertRulesStatement(ctx) })).rules)
}

export type SaveAlertRulesResult = { ok: true } | { ok: false; reason: 'changed' }

/**
 * Decides all of the matrix, where it still is as `shown` says (`alertsShown`). It holds from the
 * next check-in; saving what stands writes nothing. Refused where somebody else decided something
 * else meanwhile.
 */
export async function saveAlertRules(
  ctx: StaffContext,
  rules: AlertRules,
  shown: string,
): Promise<SaveAlertRulesResult> {
  const { db, studio } = ctx
  const actionOf = (trigger: Trigger) => sql`coalesce((
    SELECT rule.action FROM alert_rules AS rule
    WHERE rule.studio_id = ${studio.id} AND rule."trigger" = ${trigger}), ${usualRules[trigger]})`
  const standing = sql.join(triggers.map(actionOf), sql` || ',' || `)
  const wanted = JSON.stringify(rules)
  const { save, after } = await batch(db, {
    // One statement: what was shown is asked once, before the first row of it is written.
    save: db.run(sql`
      INSERT INTO alert_rules (studio_id, "trigger", action)
      SELECT ${studio.id}, wanted.key, wanted.value FROM json_each(${wanted}) AS wanted
      WHERE ${standing} = ${shown} AND ${shown} <> ${alertsShown(rules)}
      ON CONFLICT (studio_id, "trigger") DO UPDATE SET action = excluded.action`),
    audit: auditStatement(
      ctx,
      {
        action: 'reception.alerts_changed',
        subjectKind: 'studio',
        subjectId: studio.id,
        detail: rules,
      },
      rightAfterChange,
    ),
    after: alertRulesStatement(ctx),
  })
  const stands = alertsShown(toAlertRules(after)) === alertsShown(rules)
  return changed(save) > 0 || stands ? { ok: true } : { ok: false, reason: 'changed' }
}
