import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { changeFlow } from '#app/domain/flows/library/change-flow.server.ts'
import { flowDetailsForm } from '#app/domain/flows/library/flow-forms.ts'
import { readDetails } from '#app/domain/flows/library/read-edit.server.ts'
import { flowPage } from '#app/domain/overview/training/flow-page.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, outdated, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { refusedEdit } from './$flow._index/edit-refusals.server.ts'
import { FlowDetails } from './flow-form/flow-details.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Details of ${data.title}` : 'Flow', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'training:write')
  const flowId = params.flow ?? ''
  const page = await flowPage(ctx, { actor: ctx.actor, viewer }, { flowId, occurrenceId: '' })
  if (!page) throw notFound()
  const { rev, disciplineId, title, level, focus, minutes, breath, notes } = page.plan.about
  return {
    studio: { slug: ctx.studio.slug },
    id: flowId,
    title,
    rules: fieldRules(flowDetailsForm),
    disciplines: page.disciplines,
    values: {
      title,
      level,
      focus,
      notes,
      discipline: disciplineId,
      version: String(rev),
      minutes: String(minutes),
      breath: String(breath),
    },
  }
}

/** Saves what a flow is for: 303 to its timeline, 422 beside the field. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, flowDetailsForm)
  if (submission.status !== 'success') return invalid(submission)
  const id = params.flow ?? ''
  const read = await readDetails(ctx, submission.value)
  if ('fields' in read) return invalid(submission, read.fields)
  const result = await changeFlow(ctx, id, read.edit)
  if (!result.ok) {
    if (result.reason === 'changed_meanwhile') return outdated(submission, 'the details')
    return refusedEdit(submission, result.reason)
  }
  return redirectWithFlash(app, paths.manageFlow(ctx.studio, id), 'Saved.')
}

export default function Details() {
  const { studio, id, title, rules, values, disciplines } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const back = paths.manageFlow(studio, id)
  return (
    <>
      <BackLink to={back}>{title}</BackLink>
      <PageHead title={`Details of ${title}`} />
      <FlowDetails
        answer={answer}
        rules={rules}
        values={values}
        disciplines={disciplines}
        button="Save changes"
        cancelPath={back}
      />
    </>
  )
}
