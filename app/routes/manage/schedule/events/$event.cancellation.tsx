import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import {
  cancelEvent,
  cancelEventEffects,
  previewEventCancellation,
} from '#app/domain/events/change-event.server.ts'
import { cancelEventForm } from '#app/domain/events/event-fields.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { tellSoon } from '#app/http/tell-people.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { CancelPage } from '#app/ui/schedule/cancel-page.tsx'
import { count, money } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Cancel ${data.name}` : 'Cancel', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  const preview = await previewEventCancellation(ctx, params.event ?? '')
  if (!preview) throw notFound()
  const { event } = preview
  return {
    rules: fieldRules(cancelEventForm),
    studio: { slug: ctx.studio.slug },
    id: event.id,
    name: event.name,
    over: event.state === 'cancelled' || (event.state === 'on_sale' && event.startsAt <= ctx.now),
    effects: cancelEventEffects(preview, ctx.studio),
  }
}

/**
 * Calls it off with everything listed on the page. 303 to the event; doing it again says the same.
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, cancelEventForm)
  if (submission.status !== 'success') return invalid(submission)
  const eventId = params.event ?? ''
  const result = await cancelEvent(ctx, eventId, submission.value)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refused(submission, {
      form: ['It has started, so you can’t cancel it.'],
      code: result.reason,
    })
  }
  tellSoon(app, ctx)
  const { currency, locale } = ctx.studio
  const message =
    `Cancelled. ${count(result.notified, 'guest is', 'guests are')} notified, ` +
    `${money(result.refundMinor, currency, locale)} refunded.`
  return redirectWithFlash(app, paths.manageEvent(ctx.studio, eventId), message)
}

export default function CancelEvent() {
  const { rules, studio, id, name, over, effects } = useLoaderData<typeof loader>()
  return (
    <CancelPage
      name={name}
      kind="event"
      path={paths.manageEvent(studio, id)}
      over={over}
      effects={effects}
      rules={rules}
      answer={useActionData() as PageFormAnswer | undefined}
    />
  )
}
