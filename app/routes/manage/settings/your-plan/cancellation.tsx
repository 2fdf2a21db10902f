import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { redirect } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { yourPlanPage } from '#app/domain/overview/settings/your-plan-page.server.ts'
import { cancelPlan, resumePlan } from '#app/domain/studios/own-plan/change-plan.server.ts'
import { planActForm } from '#app/domain/studios/own-plan/plan-forms.ts'
import { planFacts } from '#app/domain/studios/own-plan/plan-queries.server.ts'
import { planRefusals, whatCancellingDoes } from '#app/domain/studios/own-plan/plan-words.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Cancel your plan', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'banking:write')
  const { slug, name, locale } = ctx.studio
  const { plan } = await yourPlanPage(ctx, app.directory)
  if (!plan || plan.cancelledOn || plan.state === 'closed')
    throw redirect(paths.manageYourPlan(ctx.studio), 303)
  return {
    studio: { slug, name },
    version: plan.version,
    steps: whatCancellingDoes(planFacts(plan), locale),
  }
}

/** Cancels the plan, or takes that back: 303. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'banking:write')
  const submission = await parseForm(request, planActForm)
  if (submission.status !== 'success') throw notFound()
  const { act, version } = submission.value
  const carryOut = act === 'cancel' ? cancelPlan : resumePlan
  const result = await carryOut(ctx, app.directory, version)
  const here = paths.manageYourPlan(ctx.studio)
  if (!result.ok) throw refusalPage(result.reason, planRefusals[result.reason], here)
  return redirectWithFlash(app, here, act === 'cancel' ? 'Plan cancelled.' : 'Plan kept.')
}

export default function CancelPlan() {
  const { studio, version, steps } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageYourPlan(studio)}>Your plan</BackLink>
      <PageHead title="Cancel your plan?" intro={`This closes ${studio.name} on Cadence.`} />
      <ul>
        {steps.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <Form method="post" className="form-end">
        <HiddenFields values={{ act: 'cancel', version: String(version) }} />
        <button type="submit" className="button danger">
          Cancel plan
        </button>
        <Link className="button" to={paths.manageYourPlan(studio)}>
          Keep plan
        </Link>
      </Form>
    </>
  )
}
