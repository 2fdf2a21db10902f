import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { eventFormPage } from '#app/domain/events/event-desk-pages.server.ts'
import { eventForm } from '#app/domain/events/event-fields.ts'
import { saveEvent } from '#app/domain/events/save-event.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { iconChoices } from '#app/http/icons.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import { EventFields } from './event-form/form.tsx'
import { readEvent } from './event-form/values.server.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add an event', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const { event: _, ...choices } = await eventFormPage(ctx, '')
  return {
    rules: fieldRules(eventForm),
    studio: { slug: ctx.studio.slug },
    eventKey: newId(),
    choices,
    icons: await iconChoices(app.env, { query: '', chosen: '' }),
    values: {
      name: '',
      description: '',
      notes: '',
      icon: '',
      colour: '',
      roomId: '',
      coachId: '',
      disciplineId: choices.disciplines[0]?.id ?? '',
      date: addDays(localDate(ctx.now, ctx.studio.timeZone), 28),
      time: '19:00',
      minutes: '120',
      capacity: '40',
      refundHours: '48',
      refundPercent: '100',
      holdMinutes: '15',
      transferable: 'on',
    },
  }
}

/**
 * Keeps a draft: nobody sees it, and it binds nobody, until it is published with its ticket types.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const read = await readEvent(app, request)
  if (!read.ok) return read.answer
  const result = await saveEvent(ctx, read.form.key, read.draft, null)
  if (!result.ok) return read.refusal(result)
  const message = 'Draft saved. Add tickets, then publish it.'
  return redirectWithFlash(app, paths.manageEvent(ctx.studio, read.form.key), message)
}

export default function NewEvent() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  return (
    <>
      <PageHead title="Add an event" intro="It starts as a draft. You add tickets next." />
      <EventFields
        {...data}
        version={null}
        answer={answer}
        submit="Save draft"
        leave={
          <Link className="button quiet" to={paths.manageEvents(data.studio)}>
            Cancel
          </Link>
        }
      />
    </>
  )
}
