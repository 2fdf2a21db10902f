import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { PayRuleForm, PaySettingsForm } from './pay-form.ts'
import { priceUnpricedStatements } from './pay-line-statements.server.ts'
import { keptTiers } from './pay-price.ts'
import { paidHereSql } from './payees.server.ts'

export type SaveRuleResult =
  | { ok: true }
  | { ok: false; reason: 'no_such_person' | 'no_such_class' | 'taken' | 'not_found' }

/**
 * Adds a pay rule under the form's key, or, with `replaces`, ends that one and adds its successor:
 * a rule is never edited. From now on it is what classes are settled by; what was settled before
 * keeps what it was settled with, but lines that had no rule and are not locked get this one if it
 * is theirs. Refused for a second rule of the same coach and class (`taken`), for someone who works
 * here neither now nor was paid before, and where another has replaced it meanwhile (`not_found`).
 * Twice is once.
 */
export async function savePayRule(
  ctx: StaffContext,
  key: string,
  rule: PayRuleForm,
  replaces: string | null,
): Promise<SaveRuleResult> {
  const { db, studio, now, actor } = ctx
  const { personId, classTypeId, basis, amountMinor, leastMinor, counts } = rule
  const tiers = keptTiers(rule.tiers)
  const person = sql`(${personId} = '' OR ${paidHereSql(studio.id, sql`${personId}`)})`
  const type = sql`(${classTypeId} = '' OR EXISTS (SELECT 1 FROM class_types
    WHERE studio_id = ${studio.id} AND id = ${classTypeId}))`
  const live = sql`studio_id = ${studio.id} AND ended_at IS NULL`
  const same = sql`SELECT id FROM pay_rules WHERE ${live} AND person_id = ${personId}
    AND class_type_id = ${classTypeId}`
  const stands =
    replaces === null
      ? sql`1`
      : sql`EXISTS (SELECT 1 FROM pay_rules WHERE ${live} AND id = ${replaces})`
  // Ended first, so that its successor may be for the same coach and class.
  const fits = sql`${person} AND ${type} AND ${stands}
    AND NOT EXISTS (${same} AND id <> ${replaces ?? ''})`
  const { added, facts } = await batch(db, {
    facts: db.all<{ person: number; type: number; taken: number; stands: number }>(sql`
      SELECT ${person} AS person, ${type} AS type, ${stands} AS stands,
        EXISTS (${same} AND id NOT IN (${replaces ?? ''}, ${key})) AS taken`),
    ended:
      replaces === null
        ? null
        : db.run(sql`
            UPDATE pay_rules SET ended_at = ${now}
            WHERE ${live} AND id = ${replaces} AND id <> ${key} AND ${fits}`),
    added: db.run(sql`
      INSERT INTO pay_rules (id, studio_id, person_id, class_type_id, basis, amount_minor, tiers,
        least_minor, counts, created_by, created_at)
      SELECT ${key}, ${studio.id}, ${personId}, ${classTypeId}, ${basis}, ${amountMinor}, ${tiers},
        ${leastMinor}, ${counts}, ${actor.name}, ${now}
      WHERE ${replaces === null ? fits : rightAfterChange}
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: replaces === null ? 'pay_rule.added' : 'pay_rule.changed',
        subjectKind: 'pay_rule',
        subjectId: key,
        detail: { personId, classTypeId, basis, amountMinor, tiers, leastMinor, counts, replaces },
      },
      rightAfterChange,
    ),
    ...priceUnpricedStatements(ctx),
  })
  if (changed(added) > 0) return { ok: true }
  const [fact] = facts
  const there = await db.all(
    sql`SELECT 1 FROM pay_rules WHERE studio_id = ${studio.id} AND id = ${key}`,
  )
  if (there.length > 0) return { ok: true }
  if (!fact?.stands) return { ok: false, reason: 'not_found' }
  if (!fact.person) return { ok: false, reason: 'no_such_person' }
  return { ok: false, reason: fact.type ? 'taken' : 'no_such_class' }
}

/** Ends a rule; what was settled by it stays. False for one that is none, or has ended. */
export async function endPayRule(ctx: StaffContext, ruleId: string): Promise<boolean> {
  const { db, studio, now } = ctx
  const { ended } = await batch(db, {
    ended: db.run(sql`
      UPDATE pay_rules SET ended_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${ruleId} AND ended_at IS NULL`),
    audit: auditStatement(
      ctx,
      { action: 'pay_rule.ended', subjectKind: 'pay_rule', subjectId: ruleId },
      rightAfterChange,
    ),
  })
  return changed(ended) > 0
}

/** Sets what holds for all pay; classes called off before keep what they were paid by. */
export async function savePaySettings(
  ctx: StaffContext,
  { cancelHours, cancelPercent, payday }: PaySettingsForm,
): Promise<void> {
  const { db, studio } = ctx
  await batch(db, {
    save: db.run(sql`
      INSERT INTO pay_settings (studio_id, cancel_hours, cancel_percent, payday)
      VALUES (${studio.id}, ${cancelHours}, ${cancelPercent}, ${payday})
      ON CONFLICT (studio_id) DO UPDATE SET cancel_hours = excluded.cancel_hours,
        cancel_percent = excluded.cancel_percent, payday = excluded.payday, version = version + 1
      WHERE (cancel_hours, cancel_percent, payday)
        IS NOT (excluded.cancel_hours, excluded.cancel_percent, excluded.payday)`),
    audit: auditStatement(
      ctx,
      {
        action: 'pay_settings.changed',
        subjectKind: 'pay_settings',
        subjectId: studio.id,
        detail: { cancelHours, cancelPercent, payday },
      },
      rightAfterChange,
    ),
  })
}
