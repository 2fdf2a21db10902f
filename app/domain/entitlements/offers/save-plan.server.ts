import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import {
  archiveOffer,
  type OfferRefusal,
  offerRefusal,
  offerVersionSql,
  replaceVersionStatements,
} from './offer-version.server.ts'
import { type PlanOfferForm, priceNoticeDays } from './plan-form.ts'

export type SavePlanResult =
  /** `moved`: so many memberships take the new version on their day, and their holders are told. */
  | { ok: true; id: string; moved: number }
  | {
      ok: false
      reason: OfferRefusal | 'notice' | 'no_peak_hours' | 'choice_gone'
    }

/**
 * Puts a plan on sale. A name is one plan's: `name_taken` where another on sale has it. The form's
 * key becomes its id, so that a double press adds one.
 */
export function addPlan(ctx: StaffContext, form: PlanOfferForm): Promise<SavePlanResult> {
  return writeVersion(ctx, form, null)
}

/**
 * Changes what is on sale from now on: a new version takes the place of `planId`. Who has the plan
 * keeps their version, or has the new one from a day on, which is told `priceNoticeDays` before
 * (`notice`) and never lies inside a minimum term. Memberships that are billed by hand keep theirs.
 * Refused where someone else changed the plan meanwhile.
 */
export function changePlan(
  ctx: StaffContext,
  planId: string,
  form: PlanOfferForm,
): Promise<SavePlanResult> {
  return writeVersion(ctx, form, planId)
}

async function writeVersion(
  ctx: StaffContext,
  form: PlanOfferForm,
  before: string | null,
): Promise<SavePlanResult> {
  const { db, studio, now } = ctx
  const { key, name } = form
  const moveOn = before !== null && form.holders === 'move' ? form.moveOn : null
  const earliest = addDays(localDate(now, studio.timeZone), priceNoticeDays)
  if (moveOn !== null && moveOn < earliest) return { ok: false, reason: 'notice' }
  if (form.times === 'off_peak' && studio.peakHours === '')
    return { ok: false, reason: 'no_peak_hours' }
  const lineId = `plan-${key}`
  const written = lineWrittenSql(lineId)
  const version = offerVersionSql(ctx, 'plans', { ...form, before })
  const { own, current, free, known } = version
  const asked = [...new Set(form.locations)]
  const chosen = sql`FROM locations WHERE ${own}
    AND id IN (SELECT value FROM json_each(${JSON.stringify(asked)}))`
  const there = sql`(SELECT count(*) ${chosen}) = ${asked.length} AND (${form.document} IS NULL
    OR EXISTS (SELECT 1 FROM documents WHERE ${own} AND id = ${form.document}
      AND archived_at IS NULL))`
  const { after } = await batch(db, {
    add: db.run(sql`
      INSERT INTO plans (id, studio_id, name, version, price_minor, currency, interval,
        weekly_limit, period_limit, missed_counts, covers, joining_fee_minor, trial_days, anchor_day, term_months,
        notice_days, freeze_least_days, freeze_most_days, freeze_fee_minor, sale_from, sale_until,
        most_holders, listed, description, contract, off_peak, locations, rollover_most,
        guest_places, document_id, proof)
      SELECT ${key}, ${studio.id}, ${name}, ${version.number}, ${form.price},
        ${studio.currency}, ${form.interval}, ${limitOf(form, 'week')}, ${limitOf(form, 'period')},
        ${form.missed === 'count' ? 1 : 0},
        ${version.covers},
        ${form.joiningFee}, ${form.trialDays},
        ${form.interval === 'month' ? form.anchorDay : null}, ${form.termMonths},
        ${form.noticeDays}, ${form.freezeLeastDays}, ${form.freezeMostDays}, ${form.freezeFee},
        ${form.saleFrom}, ${form.saleUntil}, ${form.mostHolders}, ${form.listed ? 1 : 0},
        ${form.description}, ${form.contract}, ${form.times === 'off_peak' ? 1 : 0},
        coalesce((SELECT group_concat(id) ${chosen}), ''), ${form.rolloverMost},
        ${form.guestPlaces}, ${form.document}, ${form.proof}
      WHERE ${current} AND ${free} AND ${known} AND ${there}
      ON CONFLICT (id) DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: before ? 'plan.changed' : 'plan.added',
        subjectKind: 'plan',
        subjectId: key,
        detail: { ...form, before },
      },
      rightAfterChange,
    ),
    ...(before
      ? {
          ...replaceVersionStatements(ctx, 'plans', { key, name, before }, { ...version, written }),
          // Inside a minimum term the price is agreed.
          move:
            moveOn === null
              ? null
              : db.run(sql`
                  UPDATE memberships SET next_plan_id = ${key}, next_plan_told_at = NULL,
                    version = version + 1,
                    next_plan_on = max(${moveOn}, coalesce(date(committed_until, '+1 day'), ''))
                  WHERE ${own} AND next_bill_on IS NOT NULL
                    AND plan_id IN (SELECT id FROM plans WHERE ${own} AND name = ${name}
                      AND interval = ${form.interval} AND id <> ${key})
                    AND state NOT IN ('cancelled','expired','superseded')
                    AND coalesce(next_plan_id, '') <> ${key} AND ${written}`),
        }
      : {}),
    after: db.all<
      Record<'written' | 'current' | 'found' | 'known' | 'there' | 'moved', number>
    >(sql`
      SELECT ${known} AS known, ${there} AS there,
        (SELECT count(*) FROM memberships WHERE ${own} AND next_plan_id = ${key}) AS moved, ${written} AS written, ${current} AS current,
        ${version.found} AS found`),
  })
  const { written: done, there: all, moved } = after[0]!
  if (done) return { ok: true, id: key, moved }
  return all
    ? { ok: false, reason: offerRefusal(after[0]!, before) }
    : { ok: false, reason: 'choice_gone' }
}

const limitOf = ({ limit, classes }: PlanOfferForm, kind: 'week' | 'period') =>
  limit === kind ? (classes ?? null) : null

/** Takes a plan off sale. Who has it keeps it. */
export const archivePlan = (ctx: StaffContext, planId: string) => archiveOffer(ctx, 'plans', planId)
