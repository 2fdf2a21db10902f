import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import {
  type AlertAction,
  alertActions,
  triggers,
  triggerWords,
} from '#app/domain/reception/alert-rules.ts'
import { alertRulesForm } from '#app/domain/reception/reception-forms.ts'
import { findAlertRules, saveAlertRules } from '#app/domain/reception/save-alert-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { SendButton } from '#app/ui/form/live-form.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Alerts at the door', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  return { studio: { slug: ctx.studio.slug }, rules: await findAlertRules(ctx) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, alertRulesForm)
  if (submission.status !== 'success') return invalid(submission)
  await saveAlertRules(ctx, submission.value)
  return redirectWithFlash(
    app,
    paths.manageReceptionAlerts(ctx.studio),
    'Saved. It holds from the next check-in.',
  )
}

const actionWords: Readonly<Record<AlertAction, string>> = {
  allow: 'Say nothing',
  warn: 'Tell the desk',
  block: 'Stop',
}

export default function Alerts() {
  const { studio, rules } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  return (
    <>
      <Link className="back" to={paths.manageReception(studio)}>
        <Icon name="back" /> Reception
      </Link>
      <PageHead
        title="Alerts at the door"
        intro={
          'What stops somebody at the desk is gone over with a reason, which stays in the ' +
          'record. A kiosk says only “Please see the desk.”'
        }
      />
      {answer && (
        <ErrorSummary
          id="alerts"
          errors={[{ field: null, text: 'Choose what is to happen in each line.' }]}
          refusal={null}
        />
      )}
      <Form method="post" className="sheet-form">
        {triggers.map((trigger) => (
          <fieldset key={trigger} className="field">
            <legend>{triggerWords[trigger].name}</legend>
            <p className="soft">{triggerWords[trigger].when}</p>
            <div className="choices">
              {alertActions.map((action) => (
                <label key={action}>
                  <input
                    type="radio"
                    name={trigger}
                    value={action}
                    defaultChecked={rules[trigger] === action}
                  />
                  {actionWords[action]}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
        <div className="form-end">
          <SendButton sending="Saving">Save</SendButton>
        </div>
      </Form>
    </>
  )
}
