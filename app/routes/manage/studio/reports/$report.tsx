import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { reportRecipients } from '#app/domain/insights/reports/save-page.server.ts'
import { changeReportForm } from '#app/domain/insights/reports/saved-report-form.ts'
import { changeReport, findSavedReport } from '#app/domain/insights/reports/saved-reports.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { changedMeanwhile, invalid, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { ReportFields } from './report-parts/report-fields.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.values.name ?? 'Report', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'insights:read')
  const [saved, staff] = await Promise.all([
    findSavedReport(ctx, params.report ?? ''),
    reportRecipients(ctx),
  ])
  if (!saved) throw notFound()
  return {
    rules: fieldRules(changeReportForm),
    studio: { slug: ctx.studio.slug },
    staff,
    id: saved.id,
    version: saved.version,
    next: saved.mailNextOn ? dayMonthYear(saved.mailNextOn, ctx.studio.locale) : '',
    show:
      saved.page === 'insights'
        ? `${paths.manageInsights(ctx.studio)}${saved.query ? `?${saved.query}` : ''}`
        : paths.manageReportRun(ctx.studio, { saved: saved.id }),
    values: {
      key: newId(),
      name: saved.name,
      shared: saved.shared ? 'on' : '',
      every: saved.mailEvery ?? 'never',
      to: saved.mailTo,
    },
  }
}

/** Changes or deletes a saved report: 303, 422 beside the field or where it was changed meanwhile. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'insights:read')
  const submission = await parseForm(request, changeReportForm)
  if (submission.status !== 'success') return invalid(submission)
  const { act, name } = submission.value
  const result = await changeReport(ctx, params.report ?? '', submission.value)
  if (!result.ok && result.reason === 'not_found') throw notFound()
  if (!result.ok) return changedMeanwhile(submission, result.reason)
  return redirectWithFlash(
    app,
    paths.manageReports(ctx.studio),
    act === 'delete' ? `Deleted ${name}.` : 'Saved.',
  )
}

const names = ['key', 'name', 'shared', 'every', 'to'] as const

export default function ChangeReport() {
  const { rules, studio, staff, values, version, next, show } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('report', names, { answer, values, rules })
  return (
    <>
      <BackLink to={paths.manageReports(studio)}>Reports</BackLink>
      <PageHead
        title={values.name}
        intro={next ? `Sent next on ${next}.` : 'Nobody is sent it.'}
        actions={
          <a className="button" href={show}>
            Show
          </a>
        }
      />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields
          values={{
            key: String(form.fields.key.initialValue ?? values.key),
            version: openedVersion(answer, version),
          }}
        />
        <ReportFields fields={form.fields} staff={staff} />
        <div className="form-end">
          <SendButton sending="Saving…">Save changes</SendButton>
          <button type="submit" name="act" value="delete" className="button quiet">
            Delete report
          </button>
        </div>
      </LiveFormBody>
    </>
  )
}
