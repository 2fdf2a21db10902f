import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { redirect } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { findUsage, yourPlanPage } from '#app/domain/overview/settings/your-plan-page.server.ts'
import { choosePlan } from '#app/domain/studios/own-plan/change-plan.server.ts'
import { choosePlanForm } from '#app/domain/studios/own-plan/plan-forms.ts'
import { beyondPlan, isOwnPlan, ownPlans } from '#app/domain/studios/own-plan/plan-prices.ts'
import {
  planChosenWords,
  planForWords,
  planPriceWords,
  planRefusals,
  whatStopsWords,
  whenPlanWords,
} from '#app/domain/studios/own-plan/plan-words.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Choose ${data.name}` : 'Change plan', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'banking:write')
  const { slug, locale, currency } = ctx.studio
  const to = app.url.searchParams.get('to') ?? ''
  const { plan, usage } = await yourPlanPage(ctx, app.directory)
  if (!plan || !isOwnPlan(to)) throw redirect(paths.manageYourPlan(ctx.studio), 303)
  return {
    studio: { slug },
    to,
    name: ownPlans[to].name,
    intro: `${planPriceWords(to, currency, locale)}. ${planForWords(to)}.`,
    when: whenPlanWords(plan.trial === 1, plan.paidUntil, locale),
    stops: whatStopsWords(plan.nextPlan || plan.plan, to, usage),
    possible: !beyondPlan(to, usage).includes('members'),
    version: plan.version,
  }
}

/** Chooses another plan: 303 back with what comes of it. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'banking:write')
  const submission = await parseForm(request, choosePlanForm)
  if (submission.status !== 'success') throw notFound()
  const { plan, version } = submission.value
  const usage = await findUsage(ctx)
  const result = await choosePlan(ctx, app.directory, { plan, version, usage })
  const here = paths.manageYourPlan(ctx.studio)
  if (!result.ok) throw refusalPage(result.reason, planRefusals[result.reason], here)
  return redirectWithFlash(app, here, planChosenWords(result.row, ctx.studio.locale))
}

export default function ChangePlan() {
  const { studio, to, name, intro, when, stops, possible, version } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageYourPlan(studio)}>Your plan</BackLink>
      <PageHead title={`Choose ${name}?`} intro={intro} />
      <p>{when}</p>
      {stops.length > 0 && (
        <>
          <h2>What changes for you</h2>
          <ul>
            {stops.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </>
      )}
      <Form method="post" action={paths.manageYourPlanChange(studio, to)} className="form-end">
        <HiddenFields values={{ plan: to, version: String(version) }} />
        {possible && (
          <button type="submit" className="button primary">
            Choose {name}
          </button>
        )}
        <Link className="button" to={paths.manageYourPlan(studio)}>
          Keep your plan
        </Link>
      </Form>
    </>
  )
}
