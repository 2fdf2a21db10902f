import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { perInterval } from '#app/domain/entitlements/offer-words.ts'
import { planOfferForm, priceNoticeDays } from '#app/domain/entitlements/offers/plan-form.ts'
import {
  holdersWords,
  plansPage,
  whoHasItWords,
} from '#app/domain/entitlements/offers/plans-page.server.ts'
import { changePlan } from '#app/domain/entitlements/offers/save-plan.server.ts'
import { peakWords } from '#app/domain/scope/peak-hours.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { typedMinor } from '#app/values/money.ts'
import { count, dayMonthYear, money } from '#app/values/wording.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import { PlanForm } from './plan-parts/plan-form.tsx'
import { planRefusal } from './plan-parts/plan-refusal.server.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.values.name ?? 'Plan', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'offers:write')
  const { plans, ...choices } = await plansPage(ctx, params.plan ?? '')
  const [plan] = plans
  if (!plan) throw notFound()
  const { slug, currency, locale, timeZone } = ctx.studio
  const classes = plan.weeklyLimit ?? plan.periodLimit
  return {
    rules: fieldRules(planOfferForm(currency)),
    studio: { slug },
    id: plan.id,
    version: plan.version,
    choices,
    covers: plan.covers.split(',').filter(Boolean),
    places: plan.locations.split(',').filter(Boolean),
    peak: peakWords(plan.peakHours, locale),
    held: holdersWords(plan.holders),
    holders: plan.holders > 0 && {
      who: whoHasItWords(plan.holders),
      keep: `Keep paying ${money(plan.priceMinor, currency, locale)} ${perInterval[plan.interval]}`,
      earliest: dayMonthYear(addDays(localDate(ctx.now, timeZone), priceNoticeDays), locale),
    },
    values: {
      key: newId(),
      name: plan.name,
      description: plan.description,
      price: typedMinor(plan.priceMinor, currency),
      interval: plan.interval,
      anchorDay: plan.anchorDay === null ? '' : String(plan.anchorDay),
      limit: limitOf(plan),
      classes: classes === null ? '' : String(classes),
      missed: plan.missedCounts ? 'count' : 'free',
      times: plan.offPeak ? 'off_peak' : 'any',
      rolloverMost: String(plan.rolloverMost),
      guestPlaces: String(plan.guestPlaces),
      document: plan.documentId ?? '',
      proof: plan.proof,
      joiningFee: typedMinor(plan.joiningFeeMinor, currency),
      trialDays: String(plan.trialDays),
      termMonths: String(plan.termMonths),
      noticeDays: String(plan.noticeDays),
      freezeLeastDays: String(plan.freezeLeastDays),
      freezeMostDays: String(plan.freezeMostDays),
      freezeFee: typedMinor(plan.freezeFeeMinor, currency),
      saleFrom: plan.saleFrom ?? '',
      saleUntil: plan.saleUntil ?? '',
      mostHolders: plan.mostHolders === null ? '' : String(plan.mostHolders),
      listed: plan.listed ? 'on' : '',
      contract: plan.contract,
      holders: 'keep',
    },
  }
}

function limitOf({
  weeklyLimit,
  periodLimit,
}: Record<'weeklyLimit' | 'periodLimit', number | null>) {
  if (weeklyLimit !== null) return 'week'
  return periodLimit === null ? 'none' : 'period'
}

/** Puts a new version on sale: 303 to the list, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const submission = await parseForm(request, planOfferForm(ctx.studio.currency))
  if (submission.status !== 'success') return invalid(submission)
  const result = await changePlan(ctx, params.plan ?? '', submission.value)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refused(submission, planRefusal(result.reason, { isNew: false }))
  }
  const { moved } = result
  const { name } = submission.value
  return redirectWithFlash(
    app,
    paths.managePlans(ctx.studio),
    moved > 0
      ? `${name} saved. ${count(moved, 'person gets', 'people get')} an email about the new price.`
      : `${name} saved. Who has it keeps what they bought.`,
  )
}

export default function ChangePlan() {
  const { studio, id, version, held, ...form } = useLoaderData<typeof loader>()
  const list = paths.managePlans(studio)
  return (
    <>
      <BackLink to={list}>Memberships</BackLink>
      <PageHead
        title={form.values.name}
        intro={`Version ${version}, ${held}. Saving makes version ${version + 1} for new sales.`}
        actions={
          <Form method="post" action={paths.managePlanArchive(studio, id)}>
            <button type="submit" className="button">
              Take off sale
            </button>
          </Form>
        }
      />
      <PlanForm {...form} button="Save changes" cancel={list} />
    </>
  )
}
