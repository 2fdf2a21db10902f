import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { beginAutomationForm } from '#app/domain/automation/automation-fields.ts'
import { listAutomations } from '#app/domain/automation/automation-page.server.ts'
import {
  automationStateWords,
  automationTemplates,
  automationTones,
  whenWords,
} from '#app/domain/automation/automation-words.ts'
import { beginAutomation } from '#app/domain/automation/save-automation.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { counted } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Automation', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'automations:write')
  const automations = await listAutomations(ctx)
  return {
    studio: { slug: ctx.studio.slug },
    automations: automations.map(({ id, name, state, trigger, days, sent, waiting }) => ({
      id,
      name,
      waiting,
      label: { text: automationStateWords[state], tone: automationTones[state] },
      when: whenWords(trigger, days),
      sent: counted(sent, sent >= 1_000),
    })),
    templates: automationTemplates.map(({ key, name, trigger, days }) => ({
      template: key,
      name,
      when: whenWords(trigger, days),
      key: newId(),
    })),
  }
}

/** Begins a draft from a template: 303 to it. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { ctx } = await requirePermission(context, 'automations:write')
  const submission = await parseForm(request, beginAutomationForm)
  if (submission.status !== 'success')
    throw refusalPage(
      'nothing_chosen',
      'Choose what to begin with.',
      paths.manageAutomations(ctx.studio),
    )
  await beginAutomation(ctx, submission.value)
  return redirect(paths.manageAutomation(ctx.studio, submission.value.key), 303)
}

export default function Automations() {
  const { studio, automations, templates } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Automation"
        intro="What happens automatically, once for each reason: an email, with consent, within your limit of marketing emails and never at night, or an event for a webhook."
      />
      {automations.length > 0 ? (
        <Table
          caption="Automations, live ones first"
          rows={automations}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'Name',
              place: 'name',
              cell: ({ id, name }) => <Link to={paths.manageAutomation(studio, id)}>{name}</Link>,
            },
            { name: 'State', place: 'state', cell: ({ label }) => <Label {...label} /> },
            { name: 'When', place: 'under', cell: ({ when }) => when },
            { name: 'Sent', place: 'desk', number: true, cell: ({ sent }) => sent },
            { name: 'Waiting', place: 'desk', number: true, cell: ({ waiting }) => waiting },
          ]}
        />
      ) : (
        <Empty
          icon="clock"
          title="No automations yet"
          text="Begin with one below. Nothing is sent until you set it live."
        />
      )}
      <section className="more">
        <div className="section-head">
          <h2>Begin with</h2>
        </div>
        <ul className="counts">
          {templates.map(({ template, key, name, when }) => (
            <li key={template} className="saved-reply">
              <div>
                <b>{name}</b>
                <small>{when}</small>
              </div>
              <Form method="post">
                <HiddenFields values={{ key, template }} />
                <button type="submit" className="button small">
                  Use<span className="vh"> {name}</span>
                </button>
              </Form>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
