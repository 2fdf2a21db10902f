import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { graceStatement } from '#app/domain/entitlements/overdue-memberships.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addDays, type LocalDate, lastLocalDate } from '#app/values/zone.ts'
import type { PlannedStep } from './dunning-calendar.ts'

/**
 * Leaves out a step of collecting an invoice that is still to come: a retry, the end of booking, the
 * suspension. Without the end of booking they book on until the suspension, and without that too
 * until it is paid. Twice is once; `not_found` for a step that has happened.
 */
export async function skipStep(
  ctx: StaffContext,
  invoiceId: string,
  stepId: string,
): Promise<{ ok: true } | { ok: false; reason: 'not_found' }> {
  const { db, studio, now, actor } = ctx
  const steps = await db.all<
    Omit<PlannedStep, 'n'> & { id: string; membershipId: string | null; state: string }
  >(sql`
    SELECT id, kind, due_on AS dueOn, membership_id AS membershipId, state FROM collection_steps
    WHERE studio_id = ${studio.id} AND invoice_id = ${invoiceId}`)
  const step = steps.find(({ id }) => id === stepId)
  if (!step || (step.state !== 'coming' && step.state !== 'skipped')) {
    return { ok: false, reason: 'not_found' }
  }
  if (step.state === 'skipped') return { ok: true }
  const until = bookUntil(steps, step)
  const skipped = sql`EXISTS (SELECT 1 FROM collection_steps AS skipped
    WHERE skipped.studio_id = ${studio.id} AND skipped.id = ${stepId}
      AND skipped.state = 'skipped')`
  const { after } = await batch(db, {
    skip: db.run(sql`
      UPDATE collection_steps SET state = 'skipped', done_at = ${now}, done_by = ${actor.name}
      WHERE studio_id = ${studio.id} AND id = ${stepId} AND state = 'coming'`),
    audit: auditStatement(
      ctx,
      {
        action: 'invoice.step_skipped',
        subjectKind: 'invoice',
        subjectId: invoiceId,
        detail: { kind: step.kind, on: step.dueOn },
      },
      rightAfterChange,
    ),
    grace:
      until === null || step.membershipId === null
        ? null
        : graceStatement(ctx, step.membershipId, until, skipped),
    after: db.all(sql`SELECT 1 WHERE ${skipped}`),
  })
  return after.length > 0 ? { ok: true } : { ok: false, reason: 'not_found' }
}

/** Until when they may book once a step is left out; null where that changes nothing. */
function bookUntil(
  steps: readonly { id: string; kind: string; dueOn: LocalDate; state: string }[],
  step: { kind: string },
): LocalDate | null {
  const of = (kind: string) => steps.find((one) => one.kind === kind)
  if (step.kind === 'charge') return null
  const suspend = of('suspend')
  if (step.kind === 'block') {
    return suspend?.state === 'coming' ? addDays(suspend.dueOn, -1) : lastLocalDate
  }
  return of('block')?.state === 'skipped' ? lastLocalDate : null
}
