/** The public page of a funnel. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { consentTextsStatement, textsOf } from '#app/domain/people/consents/consent-texts.server.ts'
import { readCheckout } from '#app/domain/sales/checkout/checkout-quote.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { inSecondHalf } from '#app/values/text/fair-half.ts'
import { localDate } from '#app/values/zone.ts'
import { offerStatement } from './offer-queries.server.ts'

type Viewer = { personId: string | null; name: string; email: string }

/**
 * The page of an offer as it is for `viewer` now, with what the checkout says of it: price, coupon,
 * and why it would be refused. Opening a live one counts as a view where `counts`. Where two pages
 * are tried, `who` decides which: the same one always reads the same, and nobody has to be
 * remembered. Null where the studio has no such funnel. Two trips.
 */
export async function offerPage(
  ctx: StudioContext,
  viewer: Viewer | null,
  { slug, counts, who }: { slug: string; counts: boolean; who: string },
) {
  const { db, studio, now } = ctx
  const second = inSecondHalf(`${slug}:${who}`)
  const live = sql`studio_id = ${studio.id} AND slug = ${slug} AND state = 'live'`
  const rows = await batch(db, {
    ...shellStatements(ctx, viewer),
    found: offerStatement(ctx, slug),
    texts: consentTextsStatement(ctx),
    day: counts
      ? db.run(sql`
          INSERT INTO funnel_days (studio_id, funnel_id, day, views)
          SELECT studio_id, id, ${localDate(now, studio.timeZone)}, 1 FROM funnels WHERE ${live}
          ON CONFLICT (studio_id, funnel_id, day) DO UPDATE SET views = views + 1`)
      : null,
    seen: counts
      ? db.run(sql`
          UPDATE funnels SET views = views + 1,
            ${sql.raw(second ? 'views_b = views_b' : 'views_a = views_a')}
              + (headline_b || text_b <> '') WHERE ${live}`)
      : null,
  })
  const [funnel] = rows.found
  if (!funnel) return null
  const { packageId, planId, coupon } = funnel
  const open = funnel.state === 'live' || funnel.state === 'draft'
  const quote =
    open && (packageId || planId)
      ? await readCheckout(ctx, viewer?.personId ?? null, {
          ...{ occurrenceId: null, packageId, planId, coupon },
        })
      : null
  const asks = textsOf(studio.name, rows.texts).find(({ channel }) => channel === 'email')
  const tries = funnel.headlineB + funnel.textB !== ''
  const words =
    tries && second
      ? { headline: funnel.headlineB || funnel.headline, text: funnel.textB || funnel.text }
      : {}
  return {
    shell: toShell(rows, viewer),
    funnel: { ...funnel, ...words, half: halfOf(tries, second) },
    quote,
    news: asks?.text ?? '',
  }
}

function halfOf(tries: boolean, second: boolean): '' | 'a' | 'b' {
  if (!tries) return ''
  return second ? 'b' : 'a'
}
