import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { restoreVersion } from '#app/domain/flows/library/change-flow.server.ts'
import { restoreForm } from '#app/domain/flows/library/flow-forms.ts'
import { flowVersionsPage } from '#app/domain/flows/library/versions-page.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { errorsOf } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, stampAt } from '#app/values/wording.ts'
import { refusedEdit } from './$flow._index/edit-refusals.server.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Versions of ${data.title}` : 'Flow', { matches })

const numberOf = (text: string | null) => {
  const n = Number(text)
  return Number.isInteger(n) && n > 0 && n < 1_000_000 ? n : null
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'training:read')
  const search = app.url.searchParams
  const page = await flowVersionsPage(ctx, ctx.actor, params.flow ?? '', {
    from: numberOf(search.get('from')),
    to: numberOf(search.get('to')),
  })
  if (!page) throw notFound()
  const { timeZone, slug } = ctx.studio
  return {
    studio: { slug },
    id: params.flow ?? '',
    title: page.flow.title,
    version: page.flow.version,
    from: page.from,
    to: page.to,
    differences: page.differences,
    versions: page.versions.map((one) => ({ ...one, at: stampAt(one.createdAt, timeZone) })),
    canWrite: may(viewer.role, 'training:write') && page.flow.state !== 'archived',
  }
}

/** Makes an older version the newest again: 303 to the flow, 422 with the reason. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, restoreForm)
  if (submission.status !== 'success') return invalid(submission)
  const id = params.flow ?? ''
  const result = await restoreVersion(ctx, id, submission.value)
  if (!result.ok) return refusedEdit(submission, result.reason)
  return redirectWithFlash(app, paths.manageFlow(ctx.studio, id), `${result.what}.`)
}

const kinds = {
  added: { text: 'Added', tone: 'good' },
  removed: { text: 'Removed', tone: 'bad' },
  changed: { text: 'Changed', tone: 'warn' },
  moved: { text: 'Moved', tone: 'line' },
} as const

export default function Versions() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { studio, id, title, version, from, to, differences, versions, canWrite } = data
  const path = paths.manageFlowAct(studio, id, 'versions')
  return (
    <>
      <BackLink to={paths.manageFlow(studio, id)}>{title}</BackLink>
      <PageHead
        title={`Versions of ${title}`}
        intro="The last 30 changes are kept, and every version that was taught."
      />
      <ErrorSummary
        id="versions"
        errors={errorsOf(answer, '').map((text) => ({ field: null, text }))}
        refusal={answer?.refusal ?? null}
      />
      <section className="part" aria-labelledby="differences">
        <h2 id="differences">
          {from === null ? 'Nothing to compare' : `From version ${from} to version ${to}`}
        </h2>
        <Form className="filters" action={path} aria-label="Compare versions">
          {(
            [
              ['from', 'From version', from],
              ['to', 'To version', to],
            ] as const
          ).map(([name, label, value]) => (
            <label key={name} className="field">
              <span>{label}</span>
              <select name={name} defaultValue={value ?? ''} key={value}>
                {versions.map((one) => (
                  <option key={one.version} value={one.version}>
                    {`${one.version}, ${one.at}`}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <button type="submit" className="button">
            Compare
          </button>
        </Form>
        {differences.length === 0 ? (
          <p className="muted">{from === null ? 'There is one version.' : 'No difference.'}</p>
        ) : (
          <ul className="lines">
            {differences.map(({ kind, name, what }) => (
              <li key={`${kind} ${name} ${what}`}>
                <Label {...kinds[kind]} /> <b>{name}</b> <span className="muted">{what}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="part" aria-labelledby="all">
        <h2 id="all">All versions</h2>
        <Table
          caption="Versions, the newest first"
          columns={[
            { name: 'Version', number: true, place: 'state', cell: (one) => one.version },
            { name: 'Change', place: 'name', cell: (one) => one.what },
            { name: 'By', place: 'under', cell: (one) => one.savedBy },
            { name: 'Saved', place: 'under', date: true, cell: (one) => one.at },
            {
              name: 'Taught',
              place: 'under',
              cell: (one) => (one.taught > 0 ? count(one.taught, 'class', 'classes') : ''),
            },
            {
              name: 'Restore',
              head: <span className="vh">Restore</span>,
              place: 'acts',
              cell: (one) =>
                canWrite && one.version !== version ? (
                  <Form method="post" action={path}>
                    <HiddenFields
                      values={{ version: String(version), from: String(one.version) }}
                    />
                    <button type="submit" className="button small">
                      Restore<span className="vh">{` version ${one.version}`}</span>
                    </button>
                  </Form>
                ) : null,
            },
          ]}
          rows={versions}
          rowKey={(one) => String(one.version)}
        />
      </section>
    </>
  )
}
