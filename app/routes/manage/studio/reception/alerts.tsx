import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import {
  type AlertAction,
  alertActions,
  alertsShown,
  triggers,
  triggerWords,
} from '#app/domain/reception/alert-rules.ts'
import { alertRulesForm } from '#app/domain/reception/reception-forms.ts'
import { findAlertRules, saveAlertRules } from '#app/domain/reception/save-alert-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SavedMeanwhile } from '#app/ui/form/field-frame.tsx'
import {
  errorsOf,
  isStale,
  openedVersion,
  type PageFormAnswer,
  savedMeanwhile,
  sentOf,
} from '#app/ui/form/form-answer.ts'
import { SendButton } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Alerts at the door', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const rules = await findAlertRules(ctx)
  return { studio: { slug: ctx.studio.slug }, rules, version: alertsShown(rules) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, alertRulesForm)
  if (submission.status !== 'success') return invalid(submission)
  const { version, ...rules } = submission.value
  const result = await saveAlertRules(ctx, rules, version)
  if (!result.ok) return outdated(submission, 'the alerts')
  return redirectWithFlash(
    app,
    paths.manageReceptionAlerts(ctx.studio),
    'Saved. This applies from the next check-in.',
  )
}

const actionWords: Readonly<Record<AlertAction, string>> = {
  allow: 'Say nothing',
  warn: 'Alert the desk',
  block: 'Stop',
}

/** What someone else decided of a trigger while the page was open. */
const savedHere = (answer: PageFormAnswer | undefined, trigger: string, action: AlertAction) =>
  savedMeanwhile(answer, trigger, action) && actionWords[action]

export default function Alerts() {
  const { studio, rules, version } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const sentences = isStale(answer) ? errorsOf(answer, '') : ['Choose an option in each row.']
  const sent = sentOf(answer)
  return (
    <>
      <BackLink to={paths.manageReception(studio)}>Reception</BackLink>
      <PageHead
        title="Alerts at the door"
        intro={
          'Staff can override a block by giving a reason, which is kept in the record. A ' +
          'kiosk says only “Please see the desk.”'
        }
      />
      {answer && (
        <ErrorSummary
          id="alerts"
          errors={sentences.map((text) => ({ field: null, text }))}
          refusal={answer.refusal}
        />
      )}
      <Form method="post" className="sheet-form">
        <HiddenFields values={{ version: openedVersion(answer, version) }} />
        {triggers.map((trigger) => (
          <fieldset key={trigger} className="field">
            <legend>{triggerWords[trigger].name}</legend>
            <p className="soft">{triggerWords[trigger].when}</p>
            <SavedMeanwhile text={savedHere(answer, trigger, rules[trigger])} />
            <div className="choices">
              {alertActions.map((action) => (
                <label key={action}>
                  <input
                    type="radio"
                    name={trigger}
                    value={action}
                    defaultChecked={(sent?.[trigger] ?? rules[trigger]) === action}
                  />
                  {actionWords[action]}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
        <div className="form-end">
          <SendButton sending="Saving…">Save</SendButton>
        </div>
      </Form>
    </>
  )
}
