import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { addFlow } from '#app/domain/flows/library/add-flow.server.ts'
import { newFlowForm } from '#app/domain/flows/library/flow-forms.ts'
import { listDisciplines } from '#app/domain/training/edit-page.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { FlowDetails } from './flow-form/flow-details.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a flow', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  return {
    studio: { slug: ctx.studio.slug },
    rules: fieldRules(newFlowForm),
    disciplines: await listDisciplines(ctx),
    values: { key: newId(), minutes: '60', breath: '5' },
  }
}

/** Adds a flow as a draft of the person who adds it: 303 to its timeline, 422 beside the field. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, newFlowForm)
  if (submission.status !== 'success') return invalid(submission)
  const id = await addFlow(ctx, submission.value)
  if (id === null) return invalid(submission, { discipline: ['Choose a discipline of the list'] })
  return redirectWithFlash(
    app,
    paths.manageFlow(ctx.studio, id),
    'Flow added. It is your draft until you share it with coaches.',
  )
}

export default function AddFlow() {
  const { studio, rules, values, disciplines } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  return (
    <>
      <BackLink to={paths.manageFlows(studio)}>Flows</BackLink>
      <PageHead title="Add a flow" intro="Say what it is for. Its items come next." />
      <FlowDetails
        answer={answer}
        rules={rules}
        values={values}
        disciplines={disciplines}
        button="Add flow"
        cancelPath={paths.manageFlows(studio)}
      />
    </>
  )
}
