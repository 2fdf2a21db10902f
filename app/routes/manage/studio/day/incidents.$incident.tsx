import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { closeIncident, findIncident } from '#app/domain/day-book/day-book.server.ts'
import { closeIncidentForm } from '#app/domain/day-book/day-forms.ts'
import { incidentWords } from '#app/domain/day-book/day-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayLongTime, dayShortTime } from '#app/values/wording.ts'
import { wallTime } from '#app/values/zone.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.incident.kind ?? 'Incident', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'day:write')
  const found = await findIncident(ctx, params.incident ?? '')
  if (!found) throw notFound()
  const { locale, timeZone, slug } = ctx.studio
  return {
    rules: fieldRules(closeIncidentForm),
    studio: { slug },
    closes: may(viewer.role, 'incidents:close') && found.state === 'open',
    incident: {
      ...found,
      kind: incidentWords[found.kind],
      when: dayLongTime(found.happenedAt, locale),
      closed: found.closedAt
        ? `${found.closedBy}, ${dayShortTime(wallTime(found.closedAt, timeZone), locale)}`
        : '',
    },
  }
}

/** Closes an incident: 303 to it, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'incidents:close')
  const submission = await parseForm(request, closeIncidentForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await closeIncident(ctx, params.incident ?? '', submission.value)
  if (result.ok)
    return redirectWithFlash(
      app,
      paths.manageIncident(ctx.studio, params.incident ?? ''),
      'Closed.',
    )
  if (result.reason === 'not_found') throw notFound()
  return outdated(submission, 'this incident')
}

export default function Incident() {
  const { rules, studio, closes, incident } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('close', ['outcome'], { answer, rules })
  const { kind, when, roomName, personId, personName, account, done, outcome, closed } = incident
  return (
    <>
      <BackLink to={paths.manageDayBook(studio)}>Day book</BackLink>
      <PageHead
        title={kind}
        intro={
          <>
            {when} <Label text={closed ? 'Closed' : 'Open'} tone={closed ? 'line' : 'warn'} />
          </>
        }
      />
      <dl className="facts">
        <dt>Where</dt>
        <dd>{roomName || 'Elsewhere'}</dd>
        {personId && (
          <>
            <dt>Who</dt>
            <dd>
              <Link to={paths.managePerson(studio, personId)}>{personName}</Link>
            </dd>
          </>
        )}
        <dt>What happened</dt>
        <dd>{account}</dd>
        <dt>Done at once</dt>
        <dd>{done || 'Nothing noted'}</dd>
        <dt>Noted by</dt>
        <dd>{incident.createdBy}</dd>
        {closed && (
          <>
            <dt>What follows</dt>
            <dd>{outcome}</dd>
            <dt>Closed by</dt>
            <dd>{closed}</dd>
          </>
        )}
      </dl>
      {closes && (
        <section className="more">
          <h2>Close it</h2>
          <LiveFormBody of={form} className="sheet-form">
            <HiddenFields values={{ version: openedVersion(answer, incident.version) }} />
            <TextareaField
              field={form.fields.outcome}
              label="What follows from it"
              hint="What was changed so that it doesn’t happen again."
              rows={3}
            />
            <SendButton sending="Saving…">Close incident</SendButton>
          </LiveFormBody>
        </section>
      )}
    </>
  )
}
