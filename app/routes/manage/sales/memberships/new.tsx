import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { planOfferForm } from '#app/domain/entitlements/offers/plan-form.ts'
import { planChoices } from '#app/domain/entitlements/offers/plans-page.server.ts'
import { addPlan } from '#app/domain/entitlements/offers/save-plan.server.ts'
import { peakWords } from '#app/domain/scope/peak-hours.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { typedMinor } from '#app/values/money.ts'
import { PlanForm } from './plan-parts/plan-form.tsx'
import { planRefusal } from './plan-parts/plan-refusal.server.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a plan', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'offers:write')
  const choices = await planChoices(ctx)
  const { slug, currency, locale, peakHours } = ctx.studio
  const nothing = typedMinor(0, currency)
  return {
    rules: fieldRules(planOfferForm(currency)),
    studio: { slug },
    choices,
    peak: peakWords(peakHours, locale),
    values: {
      key: newId(),
      interval: 'month',
      limit: 'none',
      missed: 'count',
      times: 'any',
      rolloverMost: '0',
      guestPlaces: '0',
      joiningFee: nothing,
      trialDays: '0',
      termMonths: '0',
      noticeDays: '30',
      freezeLeastDays: '7',
      freezeMostDays: '60',
      freezeFee: nothing,
      listed: 'on',
    },
  }
}

/** Puts a plan on sale: 303 to the list, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const submission = await parseForm(request, planOfferForm(ctx.studio.currency))
  if (submission.status !== 'success') return invalid(submission)
  const result = await addPlan(ctx, submission.value)
  if (!result.ok) return refused(submission, planRefusal(result.reason, { isNew: true }))
  return redirectWithFlash(
    app,
    paths.managePlans(ctx.studio),
    `${submission.value.name} is on sale.`,
  )
}

export default function AddPlan() {
  const { studio, ...form } = useLoaderData<typeof loader>()
  const list = paths.managePlans(studio)
  return (
    <>
      <BackLink to={list}>Memberships</BackLink>
      <PageHead title="Add a plan" intro="The desk can sell it at once." />
      <PlanForm {...form} covers={[]} places={[]} holders={false} button="Add plan" cancel={list} />
    </>
  )
}
