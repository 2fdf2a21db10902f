import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { tabsFor } from '#app/domain/overview/history/history-tabs.ts'
import {
  consentLine,
  consentName,
  consentOf,
  consentTitle,
} from '#app/domain/people/consents/consent-words.ts'
import { consentsPage, recordConsent } from '#app/domain/people/consents/record-consent.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { PersonTabs } from '#app/ui/staff/person-tabs.tsx'
import { dayMonthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Consents', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'people:read')
  const page = await consentsPage(ctx, params.person ?? '')
  if (!page) throw notFound()
  const { timeZone, locale, slug } = ctx.studio
  const day = (at: string) => dayMonthYear(localDate(at, timeZone), locale)
  return {
    studio: { slug },
    tabs: tabsFor(viewer.role).map(({ id, name }) => ({ id, name })),
    person: page.person,
    suppressed: page.suppressed,
    now: page.now.map(({ latest, given, ...kind }) => ({
      id: consentName(kind),
      title: consentTitle(kind),
      given,
      /** Nobody under age gets news and offers (R17). */
      tooYoung: page.person.minor && kind.purpose === 'marketing',
      line: latest ? `${consentLine(latest)}, ${day(latest.at)}` : 'Not asked yet',
      text: given ? (latest?.text ?? '') : '',
    })),
    history: page.history.map((row) => ({
      id: row.id,
      title: consentTitle(row),
      line: `${consentLine(row)}, ${day(row.at)}`,
      text: row.text ?? '',
    })),
    canWrite: may(viewer.role, 'people:write'),
  }
}

const sayForm = z.object({ consent: z.string().max(40), given: z.enum(['yes', 'no']) })

const tooYoungWords = 'No news and offers before the 18th birthday.'

/** Notes what they said about a consent: 303 back, 422 with why a yes does not count. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  const personId = params.person ?? ''
  const submission = await parseForm(request, sayForm)
  const kind = submission.status === 'success' ? consentOf(submission.value.consent) : null
  if (submission.status !== 'success' || !kind) throw notFound()
  const given = submission.value.given === 'yes'
  const result = await recordConsent(ctx, personId, { kind, given })
  if (!result.ok && result.reason === 'not_found') throw notFound()
  if (!result.ok) return json({ refusal: result.reason, message: tooYoungWords }, { status: 422 })
  const back = paths.managePersonAct(ctx.studio, personId, 'consents')
  return redirectWithFlash(app, back, given ? 'Consent noted.' : 'Consent withdrawn.')
}

export default function Consents() {
  const { studio, tabs, person, suppressed, now, history, canWrite } =
    useLoaderData<typeof loader>()
  const yes = person.minor ? 'A guardian consents' : 'They consent'
  const answer = useActionData<{ refusal?: string; message?: string }>()
  return (
    <>
      <PageHead
        title={`Consents of ${person.name}`}
        intro="Messages about bookings and payments need none of these."
      />
      <PersonTabs {...{ studio, tabs }} personId={person.id} current="consents" write={canWrite} />
      {answer?.message && (
        <ErrorSummary
          id="consents"
          refusal={answer.refusal ?? 'minor'}
          errors={[{ field: null, text: answer.message }]}
        />
      )}
      <ul className="lines">
        {now.map(({ id, title, given, line, text, tooYoung }) => (
          <li key={id}>
            <b>{title}</b> <Label text={given ? 'Given' : 'No'} tone={given ? 'good' : null} />
            <p className="muted">{tooYoung && !given ? tooYoungWords : line}</p>
            {text && <blockquote>{text}</blockquote>}
            {canWrite && (given || !tooYoung) && (
              <Form method="post" className="do">
                <input type="hidden" name="consent" value={id} />
                <button
                  type="submit"
                  className="button small"
                  name="given"
                  value={given ? 'no' : 'yes'}
                >
                  {given ? 'Withdraw' : yes}
                  <span className="vh">: {title}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {suppressed.length > 0 && (
        <section>
          <h2>Not written to</h2>
          <p>{suppressed.map(({ address }) => address).join(', ')}</p>
        </section>
      )}
      <section>
        <h2>History</h2>
        {history.length === 0 && <p className="muted">Nothing yet.</p>}
        <ol className="lines">
          {history.map(({ id, title, line, text }) => (
            <li key={id}>
              <b>{title}</b> <span className="muted">{line}</span>
              {text && <blockquote>{text}</blockquote>}
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
