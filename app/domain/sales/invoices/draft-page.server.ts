import { batch } from '#app/db/batch.server.ts'
import {
  draftStatement,
  draftsStatement,
  draftTerms,
} from '#app/domain/billing/drafts/draft-queries.server.ts'
import { draftTotals } from '#app/domain/billing/drafts/draft-totals.ts'
import {
  billingSettingsStatement,
  settingsFrom,
} from '#app/domain/billing/settings/billing-settings.server.ts'
import { sellerLines } from '#app/domain/billing/settings/billing-settings.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import { draftView } from './draft-view.ts'

/** A draft, as it is typed and as the invoice it would be. One trip; null where it is gone. */
export async function draftPage(ctx: StudioContext, draftId: string) {
  const { drafts, settings } = await batch(ctx.db, {
    drafts: draftStatement(ctx, draftId),
    settings: billingSettingsStatement(ctx),
  })
  const [draft] = drafts
  if (!draft) return null
  const terms = draftTerms(draft)
  const given = settingsFrom(ctx, settings)
  const { locale, timeZone, currency } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  return {
    draft,
    terms,
    /** What a new line is taxed at, until somebody says otherwise. */
    usualRateBp: given.classesTaxBp,
    view: draftView(
      draft,
      terms,
      { ...given, seller: sellerLines(given) },
      { locale, timeZone, today, currency },
    ),
  }
}

/** The drafts of the studio, the newest first. One trip. */
export async function draftsPage(ctx: StudioContext) {
  const { drafts } = await batch(ctx.db, { drafts: draftsStatement(ctx) })
  return drafts.map((draft) => {
    const terms = draftTerms(draft)
    return { ...draft, terms, totalMinor: draftTotals(terms).totalMinor }
  })
}
