import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { eventFormPage } from '#app/domain/events/event-desk-pages.server.ts'
import { eventForm } from '#app/domain/events/event-fields.ts'
import { saveEvent } from '#app/domain/events/save-event.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { iconChoices } from '#app/http/icons.server.ts'
import { tellSoon } from '#app/http/tell-people.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'
import { EventFields } from './event-form/form.tsx'
import { readEvent } from './event-form/values.server.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Change ${data.values.name}` : 'Change', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const { event, ...choices } = await eventFormPage(ctx, params.event ?? '')
  if (!event) throw notFound()
  const { name, description, notes, icon, colour, roomId, coachId, disciplineId, localStart } =
    event
  return {
    rules: fieldRules(eventForm),
    studio: { slug: ctx.studio.slug },
    eventKey: event.id,
    version: event.version,
    onSale: event.state === 'on_sale',
    choices,
    icons: await iconChoices(app.env, { query: '', chosen: icon }),
    values: {
      name,
      description,
      notes,
      icon,
      colour,
      roomId,
      coachId,
      disciplineId,
      date: localStart.slice(0, 10),
      time: localStart.slice(11),
      minutes: String(event.minutes),
      capacity: String(event.capacity),
      refundHours: String(event.refundHours),
      refundPercent: String(event.refundPercent),
      holdMinutes: String(event.holdMinutes),
      transferable: event.transferable ? 'on' : '',
    },
  }
}

/** Changes it; another time or room of a published event is told to everyone with a ticket. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const read = await readEvent(app, request)
  if (!read.ok) return read.answer
  const eventId = params.event ?? ''
  const result = await saveEvent(ctx, eventId, read.draft, read.form.version)
  if (!result.ok) {
    if (result.reason === 'not_found' && !(await eventFormPage(ctx, eventId)).event)
      throw notFound()
    return read.refusal(result)
  }
  if (result.notified > 0) tellSoon(app, ctx)
  const message =
    result.notified > 0
      ? `Changed, and ${count(result.notified, 'guest is', 'guests are')} notified.`
      : 'Changed.'
  return redirectWithFlash(app, paths.manageEvent(ctx.studio, eventId), message)
}

export default function ChangeEvent() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const { studio, eventKey, values, onSale } = data
  return (
    <>
      <BackLink to={paths.manageEvent(studio, eventKey)}>{values.name}</BackLink>
      <PageHead
        title={`Change ${values.name}`}
        intro={
          onSale
            ? 'If you change the time or room, everyone with a ticket is notified. Their ' +
              'tickets stay valid.'
            : ''
        }
      />
      <EventFields
        {...data}
        answer={answer}
        submit="Save changes"
        leave={
          <Link className="button quiet" to={paths.manageEvent(studio, eventKey)}>
            Cancel
          </Link>
        }
      />
    </>
  )
}
