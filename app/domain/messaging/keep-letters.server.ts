import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { usualLetterMonths } from './letters-kept.ts'

/** For how many months, as set at `version`; 0 where the studio has not chosen. */
export type LettersKept = { months: number; version: number }

const ruleStatement = ({ db, studio }: StudioContext) =>
  db.all<LettersKept>(sql`SELECT months, version FROM letter_rules WHERE studio_id = ${studio.id}`)

/** How long the studio keeps the messages it sends. */
export async function findLettersKept(ctx: StudioContext): Promise<LettersKept> {
  const [rule] = await ruleStatement(ctx)
  return rule ?? { months: usualLetterMonths, version: 0 }
}

/**
 * Sets it for what was sent before as well: what is older is forgotten by the next run of its job.
 * `version` is the one the form was opened at; where someone else saved another number meanwhile,
 * nothing changes (`changed`). The same form sent twice is saved once, with one line in the audit.
 */
export async function keepLetters(
  ctx: StaffContext,
  { months, version }: LettersKept,
): Promise<{ ok: true } | { ok: false; reason: 'changed' }> {
  const { db, studio } = ctx
  const { saved, rule } = await batch(db, {
    saved: db.run(sql`
      INSERT INTO letter_rules (studio_id, months, version)
      SELECT ${studio.id}, ${months}, 1
      WHERE ${version} = 0 OR EXISTS (
        SELECT 1 FROM letter_rules WHERE studio_id = ${studio.id})
      ON CONFLICT (studio_id) DO UPDATE SET months = excluded.months, version = version + 1
      WHERE version = ${version}`),
    audit: auditStatement(
      ctx,
      {
        action: 'letters.months_changed',
        subjectKind: 'studio',
        subjectId: studio.id,
        detail: { months },
      },
      rightAfterChange,
    ),
    rule: ruleStatement(ctx),
  })
  const same = rule[0]?.months === months
  return changed(saved) > 0 || same ? { ok: true } : { ok: false, reason: 'changed' }
}
