import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type AlertRules, toAlertRules, triggers } from './alert-rules.ts'
import { alertRulesStatement } from './desk-facts.server.ts'

/** What the studio has decided. */
export async function findAlertRules(ctx: StudioContext): Promise<AlertRules> {
  return toAlertRules((await batch(ctx.db, { rules: alertRulesStatement(ctx) })).rules)
}

/**
 * Decides all of the matrix. It holds from the next check-in; saving it twice is once, with a line
 * each.
 */
export async function saveAlertRules(ctx: StaffContext, rules: AlertRules): Promise<void> {
  const { db, studio } = ctx
  const writes: Record<string, Statement> = {}
  for (const trigger of triggers) {
    writes[trigger] = db.run(sql`
      INSERT INTO alert_rules (studio_id, "trigger", action)
      VALUES (${studio.id}, ${trigger}, ${rules[trigger]})
      ON CONFLICT (studio_id, "trigger") DO UPDATE SET action = excluded.action`)
  }
  await batch(db, {
    ...writes,
    audit: auditStatement(ctx, {
      action: 'reception.alerts_changed',
      subjectKind: 'studio',
      subjectId: studio.id,
      detail: rules,
    }),
  })
}
