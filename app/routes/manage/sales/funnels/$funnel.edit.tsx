import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { funnelForm } from '#app/domain/funnels/funnel-forms.ts'
import { findFunnel } from '#app/domain/funnels/funnels-page.server.ts'
import { saveFunnel } from '#app/domain/funnels/save-funnel.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { funnelFormData, funnelRefused } from './funnel-parts/funnel-form.server.ts'
import { FunnelFields } from './funnel-parts/funnel-form.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Edit ${data.funnel.name}` : 'Edit a funnel', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'offers:write')
  const [funnel, data] = await Promise.all([
    findFunnel(ctx, params.funnel ?? ''),
    funnelFormData(ctx),
  ])
  if (!funnel) throw notFound()
  const { id, name, slug, headline, text, packageId, planId, coupon, version, reminds } = funnel
  const { headlineB, textB } = funnel
  return {
    ...data,
    funnel: { id, name },
    values: {
      key: newId(),
      version: String(version),
      name,
      slug,
      headline,
      text,
      coupon,
      headlineB,
      textB,
      offer: packageId ? `pack:${packageId}` : `plan:${planId}`,
      ...(reminds ? { reminds: 'on' } : {}),
    },
  }
}

/** Saves an edit: 303 to the funnel, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const id = params.funnel ?? ''
  if (!(await findFunnel(ctx, id))) throw notFound()
  const submission = await parseForm(request, funnelForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await saveFunnel(ctx, id, submission.value)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return funnelRefused(submission, result.reason)
  }
  return redirectWithFlash(app, paths.manageFunnel(ctx.studio, id), 'Saved.')
}

export default function EditFunnel() {
  const { studio, funnel, values, ...data } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const back = paths.manageFunnel(studio, funnel.id)
  return (
    <>
      <BackLink to={back}>{funnel.name}</BackLink>
      <PageHead title={`Edit ${funnel.name}`} intro="What you save is on its page at once." />
      <FunnelFields
        key={values.version}
        {...data}
        {...{ values, answer }}
        send="Save changes"
        cancel={back}
      />
    </>
  )
}
