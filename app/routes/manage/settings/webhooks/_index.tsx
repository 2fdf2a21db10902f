import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { webhookForm } from '#app/domain/webhooks/webhook-forms.ts'
import { countedFailed, listWebhooks } from '#app/domain/webhooks/webhook-pages.server.ts'
import { makeWebhook } from '#app/domain/webhooks/webhook-targets.server.ts'
import { devTools } from '#app/http/environment.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { counted } from '#app/values/wording.ts'
import { ShownSecret, WebhookFields, webhookNames } from './webhook-parts/webhook-fields.tsx'
import { notPublic, stateOf } from './webhook-parts/webhook-state.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Webhooks', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:export')
  const webhooks = await listWebhooks(ctx)
  return {
    rules: fieldRules(webhookForm),
    studio: { slug: ctx.studio.slug },
    key: newId(),
    webhooks: webhooks.map((one) => ({
      ...{ id: one.id, name: one.name, address: one.address, label: stateOf(one) },
      failed: counted(one.failed, one.failed >= countedFailed),
    })),
  }
}

type Shown = { secret: string; id: string }

/** Adds a webhook: its secret is in this answer and nowhere else. 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:export')
  const submission = await parseForm(request, webhookForm)
  if (submission.status !== 'success') return invalid(submission)
  const made = await makeWebhook(ctx, submission.value, { development: devTools(app.env) })
  if (made.secret !== null)
    return json({ secret: made.secret, id: submission.value.key } satisfies Shown)
  if (made.reason === 'address') return invalid(submission, { address: [notPublic] })
  const sentence =
    made.reason === 'too_many'
      ? 'You have 10 webhooks, which is the most. Delete one first.'
      : 'This webhook was added already, and its secret was shown once. Open it to make a new secret.'
  return refused(submission, { form: [sentence], code: made.reason })
}

export default function Webhooks() {
  const { rules, studio, key, webhooks } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | Shown | undefined
  const shown = answer && 'secret' in answer ? answer : null
  const posted = answer && !('secret' in answer) ? answer : undefined
  const form = useLiveForm('webhook', webhookNames, { answer: posted, rules })
  return (
    <>
      <BackLink to={paths.manageSettings(studio)}>Settings</BackLink>
      <PageHead
        title="Webhooks"
        intro="Send events from your studio to other programs as they happen: a mailing list, an accounts program, your own website."
      />
      {shown && (
        <ShownSecret
          secret={shown.secret}
          note="Copy it into the other program now. It is not shown again."
        />
      )}
      <div className="sections">
        <section>
          <h2>Your webhooks</h2>
          {webhooks.length === 0 ? (
            <Empty
              icon="clock"
              title="No webhooks yet"
              text="Add the address that another program gave you. It gets each event within a minute, and again if it was away."
            />
          ) : (
            <Table
              caption="Webhooks by name"
              rows={webhooks}
              rowKey={({ id }) => id}
              columns={[
                {
                  name: 'Name',
                  place: 'name',
                  cell: ({ id, name }) => <Link to={paths.manageWebhook(studio, id)}>{name}</Link>,
                },
                { name: 'State', place: 'state', cell: ({ label }) => <Label {...label} /> },
                { name: 'Address', place: 'under', cell: ({ address }) => address },
                { name: 'Failed', place: 'desk', number: true, cell: ({ failed }) => failed },
              ]}
            />
          )}
        </section>
        <section>
          <h2>Add a webhook</h2>
          <LiveFormBody of={form} className="sheet-form two-columns" key={key}>
            <HiddenFields values={{ key }} />
            <WebhookFields fields={form.fields} chosen={[]} answer={posted} />
            <div className="form-end whole">
              <SendButton sending="Adding…">Add webhook</SendButton>
            </div>
          </LiveFormBody>
        </section>
        <section>
          <h2>What is sent</h2>
          <p>
            A post of JSON with <code>type</code>, <code>timestamp</code> and <code>data</code>,
            signed with the webhook’s secret by the Standard Webhooks specification. Of a person it
            has the id, name and email; of anyone under 18, the id alone. Notes, health and payments
            are never sent. What could not be delivered is tried again for nearly four days.
          </p>
        </section>
      </div>
    </>
  )
}
