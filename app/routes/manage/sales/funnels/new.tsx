import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { funnelForm } from '#app/domain/funnels/funnel-forms.ts'
import { funnelTemplates } from '#app/domain/funnels/funnel-words.ts'
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

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a funnel', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const data = await funnelFormData(ctx)
  const wanted = app.url.searchParams.get('template')
  const template = funnelTemplates.find(({ key }) => key === wanted)
  const fits = template && data.offers.find(({ name }) => template.fits.test(name))
  return {
    ...data,
    values: {
      key: newId(),
      reminds: 'on',
      ...(template
        ? {
            name: template.name,
            slug: template.slug,
            headline: template.headline,
            text: template.text,
          }
        : {}),
      ...(fits ? { offer: fits.value } : {}),
    },
  }
}

/** Makes a funnel as a draft: 303 to it, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const submission = await parseForm(request, funnelForm)
  if (submission.status !== 'success') return invalid(submission)
  const { key } = submission.value
  const result = await saveFunnel(ctx, null, submission.value)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return funnelRefused(submission, result.reason)
  }
  const text = 'Saved as a draft. Look at its page, then set it live.'
  return redirectWithFlash(app, paths.manageFunnel(ctx.studio, key), text)
}

export default function AddFunnel() {
  const { studio, values, ...data } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const list = paths.manageFunnels(studio)
  return (
    <>
      <BackLink to={list}>Funnels</BackLink>
      <PageHead
        title="Add a funnel"
        intro="It begins as a draft: only staff see its page until you set it live."
      />
      <FunnelFields {...data} {...{ values, answer }} send="Save as draft" cancel={list} />
    </>
  )
}
