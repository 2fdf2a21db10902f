import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import {
  pastDueStatement,
  suspendStatement,
} from '#app/domain/entitlements/overdue-memberships.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import { heldBackSql } from './collection-statements.server.ts'
import {
  comingOf,
  letterStatements,
  type StepRow,
  stepsStatement,
} from './note-failed-charge.server.ts'

/** Steps of one run; the next takes the rest. */
const atOnce = 40

/**
 * Over `collection_steps AS step`: its day has come, and neither a charge of that day nor a payment
 * that its payer began is still on its way. Paid by hand, its invoice may be due later by now.
 */
const dueSql = ({ studio, today }: Look): SQL => sql`
  step.studio_id = ${studio} AND step.kind IN ('block','suspend') AND step.state = 'coming'
  AND step.due_on <= ${today}
  AND NOT EXISTS (SELECT 1 FROM payment_attempts AS sent
    WHERE sent.studio_id = step.studio_id AND sent.subject_id = step.invoice_id
      AND sent.purpose = 'invoice' AND sent.state = 'processing')
  AND NOT EXISTS (SELECT 1 FROM invoices AS later WHERE later.id = step.invoice_id
    AND later.due_on >= ${today} AND NOT EXISTS (SELECT 1 FROM collection_steps AS charge
      WHERE charge.studio_id = step.studio_id AND charge.invoice_id = step.invoice_id
        AND charge.kind = 'charge'))
  AND NOT EXISTS (SELECT 1 FROM collection_steps AS try
    WHERE try.studio_id = step.studio_id AND try.invoice_id = step.invoice_id
      AND try.kind = 'charge'
      AND (try.state = 'doing' OR try.state = 'coming' AND try.due_on <= ${today}))`

/** Whether a studio has memberships to stop or suspend for what is unpaid. */
export const runStepsDue = (look: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM collection_steps AS step WHERE ${dueSql(look)})`

/**
 * Stops people whose grace is over from booking and tells them so, and suspends memberships that are
 * not paid after the last retry. Answers how many.
 */
export async function runSteps(ctx: StudioContext): Promise<number> {
  const { steps } = await batch(ctx.db, {
    steps: stepsStatement(ctx, dueSql(lookAt(ctx)), atOnce),
  })
  let done = 0
  for (const step of steps) done += await runStep(ctx, step)
  return done
}

async function runStep(ctx: StudioContext, step: StepRow): Promise<number> {
  const { db, studio, now } = ctx
  const written = sql`EXISTS (SELECT 1 FROM collection_steps AS done
    WHERE done.studio_id = ${studio.id} AND done.id = ${step.id} AND done.state = 'done'
      AND done.done_at = ${now})`
  const nextOn = comingOf(step).find(({ kind }) => kind === 'charge')?.dueOn ?? null
  const suspends = step.kind === 'suspend'
  const { run } = await batch(db, {
    run: db.run(sql`
      UPDATE collection_steps SET state = 'done', done_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${step.id} AND state = 'coming'
        AND EXISTS (SELECT 1 FROM invoices WHERE id = ${step.invoiceId} AND state = 'open')`),
    suspended:
      suspends && step.membershipId !== null
        ? suspendStatement(ctx, heldBackSql(ctx, step.id), written)
        : null,
    // Of a bill that is paid by hand; after a charge that failed it is past due already.
    past:
      !suspends && step.membershipId !== null
        ? pastDueStatement(
            ctx,
            heldBackSql(ctx, step.id),
            addDays(localDate(now, studio.timeZone), -1),
            written,
          )
        : null,
    ...letterStatements(
      ctx,
      step,
      { stage: suspends ? 'suspended' : 'blocked', why: '', nextOn, bookUntil: null },
      written,
    ),
  })
  return changed(run)
}
