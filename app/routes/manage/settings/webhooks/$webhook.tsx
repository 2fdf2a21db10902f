import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { changeWebhookForm, webhookAct } from '#app/domain/webhooks/webhook-forms.ts'
import { countedFailed, webhookPage } from '#app/domain/webhooks/webhook-pages.server.ts'
import { changeWebhook, renewWebhook } from '#app/domain/webhooks/webhook-targets.server.ts'
import {
  answerWords,
  deliveryWords,
  kindWords,
  pauseWords,
} from '#app/domain/webhooks/webhook-words.ts'
import { devTools } from '#app/http/environment.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { changedMeanwhile, invalid, parsePosted, readPosted } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { counted, dayShortTime, deadline } from '#app/values/wording.ts'
import { localDateTime } from '#app/values/zone.ts'
import { Deliveries } from './webhook-parts/deliveries.tsx'
import { doWebhookAct } from './webhook-parts/do-act.server.ts'
import { ShownSecret, WebhookFields, webhookNames } from './webhook-parts/webhook-fields.tsx'
import { notPublic, stateOf } from './webhook-parts/webhook-state.ts'

const filters = z.object({ failed: z.enum(['', 'on']).catch('') })

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.webhook.name ?? 'Webhook', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:export')
  const failedOnly = listParams(app, filters).failed === 'on'
  const page = await webhookPage(ctx, params.webhook ?? '', failedOnly)
  if (!page) throw notFound()
  const { timeZone, locale, slug } = ctx.studio
  const { webhook, deliveries } = page
  const { id, name, address, kinds, version, paused, formerUntil, failed } = webhook
  return {
    rules: fieldRules(changeWebhookForm),
    studio: { slug },
    key: newId(),
    failedOnly,
    webhook: {
      ...{ id, name, address, version, label: stateOf(webhook) },
      kinds: JSON.parse(kinds) as string[],
      paused: paused && pauseWords[paused],
      both: formerUntil && deadline(formerUntil, timeZone, locale),
      failed: failed > 0 ? counted(failed, failed >= countedFailed) : '',
    },
    deliveries: deliveries.map((one) => ({
      ...{ id: one.id, tries: one.tries, label: deliveryWords[one.state] },
      what: kindWords(one.kind),
      kind: one.kind,
      when: dayShortTime(localDateTime(one.at, timeZone), locale),
      answer: answerWords(one),
      next:
        one.state === 'waiting' && one.tries > 0 && !paused
          ? deadline(one.nextAt, timeZone, locale)
          : '',
      again: one.state !== 'waiting',
    })),
  }
}

type Shown = { secret: string }

/**
 * Saves an edit (422 beside the field), makes another secret, which is in this answer and nowhere
 * else, pauses, resumes, deletes, tests and sends again: 303.
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:export')
  const id = params.webhook ?? ''
  const page = await webhookPage(ctx, id, false)
  if (!page) throw notFound()
  const posted = await readPosted(request)
  const here = paths.manageWebhook(ctx.studio, id)
  if (!posted.has('act')) {
    const submission = parsePosted(posted, changeWebhookForm)
    if (submission.status !== 'success') return invalid(submission)
    const options = { development: devTools(app.env) }
    const saved = await changeWebhook(ctx, id, submission.value, options)
    if (saved.ok) return redirectWithFlash(app, here, 'Saved.')
    return saved.reason === 'address'
      ? invalid(submission, { address: [notPublic] })
      : changedMeanwhile(submission, saved.reason)
  }
  const submission = parsePosted(posted, webhookAct)
  if (submission.status !== 'success') return invalid(submission)
  const form = submission.value
  if (form.act === 'renew') {
    const renewed = await renewWebhook(ctx, id, form.version)
    if (renewed) return json({ secret: renewed.secret } satisfies Shown)
    const words = 'Not made: the webhook was changed in the meantime. Make a new secret again.'
    return redirectWithFlash(app, here, words)
  }
  return doWebhookAct(app, ctx, page.webhook, form)
}

export default function Webhook() {
  const { rules, studio, key, failedOnly, webhook, deliveries } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | Shown | undefined
  const shown = answer && 'secret' in answer ? answer : null
  const posted = answer && !('secret' in answer) ? answer : undefined
  const form = useLiveForm('webhook', webhookNames, {
    ...{ answer: posted, rules },
    values: { name: webhook.name, address: webhook.address },
  })
  return (
    <>
      <BackLink to={paths.manageWebhooks(studio)}>Webhooks</BackLink>
      <PageHead
        title={webhook.name}
        intro={
          <>
            <Label {...webhook.label} /> {webhook.paused || webhook.address}
          </>
        }
        actions={
          <Form method="post">
            <HiddenFields values={{ key }} />
            {!webhook.paused && (
              <button type="submit" className="button" name="act" value="test">
                Send test event
              </button>
            )}{' '}
            <button
              type="submit"
              className={webhook.paused ? 'button primary' : 'button'}
              name="act"
              value={webhook.paused ? 'resume' : 'pause'}
            >
              {webhook.paused ? 'Resume' : 'Pause'}
            </button>
          </Form>
        }
      />
      {shown && (
        <ShownSecret
          secret={shown.secret}
          note="Copy it into the other program now. It is not shown again. For 24 hours events are signed with the old secret too."
        />
      )}
      <div className="sections">
        <Deliveries
          deliveries={deliveries}
          failed={webhook.failed}
          failedOnly={failedOnly}
          here={paths.manageWebhook(studio, webhook.id)}
        />
        <section>
          <h2>Change it</h2>
          <LiveFormBody of={form} className="sheet-form two-columns" key={webhook.version}>
            <HiddenFields values={{ version: openedVersion(posted, webhook.version) }} />
            <WebhookFields fields={form.fields} chosen={webhook.kinds} answer={posted} />
            <div className="form-end whole">
              <SendButton sending="Saving…">Save changes</SendButton>
            </div>
          </LiveFormBody>
        </section>
        <section>
          <h2>Secret</h2>
          <p>
            {webhook.both
              ? `Events are signed with the old secret too, until ${webhook.both}.`
              : 'A new secret replaces this one. For 24 hours events are signed with both, so that nothing is refused while you copy it.'}
          </p>
          <Form method="post">
            <HiddenFields values={{ version: String(webhook.version) }} />
            <button type="submit" className="button" name="act" value="renew">
              Make new secret
            </button>
          </Form>
        </section>
        <section>
          <h2>Delete</h2>
          <p>
            Nothing more is sent, and its deliveries are deleted. Automations that use it send
            nothing any more: <Link to={paths.manageAutomations(studio)}>see your automations</Link>
            .
          </p>
          <Form method="post">
            <button type="submit" className="button" name="act" value="delete">
              Delete webhook
            </button>
          </Form>
        </section>
      </div>
    </>
  )
}
