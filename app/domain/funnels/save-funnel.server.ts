import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { FunnelForm } from './funnel-forms.ts'
import { type FunnelAct, funnelActs } from './funnel-words.ts'
import { packageNowSql, planNowSql } from './offer-sql.server.ts'

export type SaveFunnelResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'changed' | 'slug_taken' | 'offer_gone' | 'coupon_gone' }

/**
 * Makes a funnel as a draft (`id` null, its key is its id: sent again it is the same one), or saves
 * an edit over the version its form showed. Other words end the trial of two pages: what is counted
 * of each begins again. Refused where another has the address, and where the
 * offer or the coupon is not the studio's or not in use.
 */
export async function saveFunnel(
  ctx: StaffContext,
  id: string | null,
  form: FunnelForm,
): Promise<SaveFunnelResult> {
  const { db, studio, now } = ctx
  const { key, version, name, slug, headline, text, headlineB, textB, offer, coupon, reminds } =
    form
  const funnelId = id ?? key
  const [kind, offerId = ''] = offer.split(':')
  const packageId = kind === 'pack' ? offerId : null
  const planId = kind === 'plan' ? offerId : null
  const own = sql`studio_id = ${studio.id}`
  const sold = sql`EXISTS (SELECT 1 FROM ${sql.raw(kind === 'pack' ? 'packages' : 'plans')}
    WHERE ${own} AND id = ${offerId} ${kind === 'pack' ? sql`AND bundle_id IS NULL` : sql`AND listed = 1`})`
  const couponUsable = coupon
    ? sql`EXISTS (SELECT 1 FROM coupons WHERE ${own} AND code = ${coupon} AND stopped_at IS NULL)`
    : sql`1`
  const free = sql`NOT EXISTS (SELECT 1 FROM funnels AS other WHERE other.studio_id = ${studio.id}
    AND other.slug = ${slug} AND other.id <> ${funnelId})`
  const fits = sql`${sold} AND ${couponUsable} AND ${free}`
  // Two pages are compared by what came of these very words.
  const sameWords = sql`(headline = ${headline} AND text = ${text} AND headline_b = ${headlineB}
    AND text_b = ${textB})`
  const { saved, after } = await batch(db, {
    trialOver: id
      ? db.run(sql`
          UPDATE funnel_starts SET half = '' WHERE ${own} AND funnel_id = ${id} AND half <> ''
            AND EXISTS (SELECT 1 FROM funnels WHERE ${own} AND id = ${id}
              AND version = ${version ?? 0} AND NOT ${sameWords} AND ${fits})`)
      : null,
    saved: id
      ? db.run(sql`
          UPDATE funnels SET name = ${name}, slug = ${slug}, headline = ${headline}, text = ${text},
            headline_b = ${headlineB}, text_b = ${textB}, package_id = ${packageId}, plan_id = ${planId}, coupon = ${coupon},
            reminds = ${reminds ? 1 : 0}, views_a = iif(${sameWords}, views_a, 0),
            views_b = iif(${sameWords}, views_b, 0),
            version = version + 1
          WHERE ${own} AND id = ${id} AND version = ${version ?? 0} AND ${fits}`)
      : db.run(sql`
          INSERT INTO funnels (id, studio_id, name, slug, state, headline, text, headline_b, text_b,
            package_id, plan_id, coupon, reminds, created_at)
          SELECT ${key}, ${studio.id}, ${name}, ${slug}, 'draft', ${headline}, ${text},
            ${headlineB}, ${textB}, ${packageId}, ${planId}, ${coupon}, ${reminds ? 1 : 0}, ${now}
          WHERE ${fits} ON CONFLICT DO NOTHING`),
    line: auditStatement(
      ctx,
      {
        action: id ? 'funnel.changed' : 'funnel.added',
        subjectKind: 'funnel',
        subjectId: funnelId,
        detail: { name, slug, offer, coupon },
      },
      rightAfterChange,
    ),
    after: db.all<{ mine: number; sold: number; coupon: number; free: number }>(sql`
      SELECT EXISTS (SELECT 1 FROM funnels WHERE ${own} AND id = ${funnelId}) AS mine,
        ${sold} AS sold, ${couponUsable} AS coupon, ${free} AS free`),
  })
  const found = after[0]!
  if (changed(saved) > 0 || (!id && found.mine)) return { ok: true }
  if (id && !found.mine) return { ok: false, reason: 'not_found' }
  if (!found.sold) return { ok: false, reason: 'offer_gone' }
  if (!found.coupon) return { ok: false, reason: 'coupon_gone' }
  return { ok: false, reason: found.free ? 'changed' : 'slug_taken' }
}

export type FunnelActResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'not_now' | 'not_sold' }

/**
 * Sets a funnel live, pauses it or ends it: draft → live → paused → ended, and back from paused to
 * live. Sent twice is once. Refused where its state does not allow it (`not_now`), and live where
 * its offer is not sold (`not_sold`), so that the page never leads nowhere.
 */
export async function setFunnelState(
  ctx: StaffContext,
  id: string,
  act: FunnelAct,
): Promise<FunnelActResult> {
  const { db, studio, now } = ctx
  const from = Object.entries(funnelActs).flatMap(([state, acts]) =>
    acts.includes(act) ? [state] : [],
  )
  const own = sql`funnel.studio_id = ${studio.id} AND funnel.id = ${id}`
  const soldNow: SQL =
    act === 'live' ? sql`(${packageNowSql} IS NOT NULL OR ${planNowSql(ctx)} IS NOT NULL)` : sql`1`
  const { set, after } = await batch(db, {
    set: db.run(sql`
      UPDATE funnels AS funnel SET state = ${act},
        live_since = iif(${act} = 'live', coalesce(live_since, ${now}), live_since),
        ended_at = iif(${act} = 'ended', ${now}, ended_at)
      WHERE ${own} AND state IN (SELECT value FROM json_each(${JSON.stringify(from)}))
        AND ${soldNow}`),
    line: auditStatement(
      ctx,
      { action: `funnel.${act}`, subjectKind: 'funnel', subjectId: id },
      rightAfterChange,
    ),
    after: db.all<{ state: string; sold: number }>(sql`
      SELECT state, ${soldNow} AS sold FROM funnels AS funnel WHERE ${own}`),
  })
  const [found] = after
  if (!found) return { ok: false, reason: 'not_found' }
  if (changed(set) > 0 || found.state === act) return { ok: true }
  return { ok: false, reason: found.sold ? 'not_now' : 'not_sold' }
}
