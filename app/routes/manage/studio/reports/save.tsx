import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { reportRecipients } from '#app/domain/insights/reports/save-page.server.ts'
import { saveReportForm } from '#app/domain/insights/reports/saved-report-form.ts'
import { saveReport } from '#app/domain/insights/reports/saved-reports.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { ReportFields } from './report-parts/report-fields.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Save report', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'insights:read')
  const params = new URLSearchParams(app.url.searchParams)
  const page = params.get('page') === 'insights' ? 'insights' : 'report'
  const name = params.get('name') ?? (page === 'insights' ? 'Insights' : '')
  for (const own of ['page', 'name', '_data']) params.delete(own)
  // Saved insights follow the calendar: each time they show the month that is then.
  if (page === 'insights') for (const month of ['month', 'against']) params.delete(month)
  return {
    rules: fieldRules(saveReportForm),
    studio: { slug: ctx.studio.slug },
    staff: await reportRecipients(ctx),
    insights: page === 'insights',
    values: { key: newId(), page, query: params.toString(), name, every: 'never' },
  }
}

/** Keeps a report under a name: 303 to the list, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'insights:read')
  const submission = await parseForm(request, saveReportForm)
  if (submission.status !== 'success') return invalid(submission)
  await saveReport(ctx, submission.value)
  return redirectWithFlash(
    app,
    paths.manageReports(ctx.studio),
    `Saved as ${submission.value.name}.`,
  )
}

const names = ['key', 'page', 'query', 'name', 'shared', 'every', 'to'] as const

export default function SaveReport() {
  const { rules, studio, staff, insights, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('report', names, { answer, values, rules })
  const { fields } = form
  const kept = (name: 'key' | 'page' | 'query') => String(fields[name].initialValue ?? values[name])
  return (
    <>
      <BackLink to={insights ? paths.manageInsights(studio) : paths.manageReports(studio)}>
        {insights ? 'Insights' : 'Reports'}
      </BackLink>
      <PageHead
        title="Save report"
        intro={
          insights
            ? 'What you see is kept under a name. It shows the month that is then.'
            : 'Days, columns and filters are kept under a name.'
        }
      />
      <LiveFormBody of={form} className="sheet-form" action={paths.manageReportSave(studio)}>
        <HiddenFields values={{ key: kept('key'), page: kept('page'), query: kept('query') }} />
        <ReportFields fields={fields} staff={staff} />
        <FormEnd sending="Saving…" cancel={paths.manageReports(studio)}>
          Save report
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
