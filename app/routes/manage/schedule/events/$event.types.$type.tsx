import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { eventWithTypes } from '#app/domain/events/event-desk-pages.server.ts'
import { ticketTypeForm } from '#app/domain/events/event-fields.ts'
import { archiveTicketType, saveTicketType } from '#app/domain/events/save-ticket-type.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { typedMinor } from '#app/values/money.ts'
import { count } from '#app/values/wording.ts'
import { localDateTime } from '#app/values/zone.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.values.name || 'New ticket', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  const page = await eventWithTypes(ctx, params.event ?? '')
  const isNew = params.type === 'new'
  const type = page?.types.find(({ id }) => id === params.type)
  if (!page || (!type && !isNew)) throw notFound()
  const wall = (instant: string | null | undefined) =>
    instant ? localDateTime(instant, ctx.studio.timeZone) : ''
  return {
    rules: fieldRules(ticketTypeForm(ctx.studio)),
    studio: { slug: ctx.studio.slug },
    event: { id: page.event.id, name: page.event.name },
    key: type?.id ?? newId(),
    isNew,
    taken: type?.taken ?? 0,
    archived: type?.archived ?? false,
    values: {
      name: type?.name ?? '',
      price: type ? typedMinor(type.priceMinor, ctx.studio.currency) : '',
      capacity: type?.capacity ? String(type.capacity) : '',
      salesFrom: wall(type?.salesFrom),
      salesUntil: wall(type?.salesUntil),
      membersOnly: type?.membersOnly ? 'on' : '',
      perOrder: String(type?.perOrder ?? 6),
      sort: String(
        page.types.findIndex(({ id }) => id === params.type) + 1 || page.types.length + 1,
      ),
    },
  }
}

/**
 * Saves the type, or takes it off sale and sells it again: the address says which (`?archive=1`,
 * `?archive=0`).
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const [eventId, typeId] = [params.event ?? '', params.type ?? '']
  const back = paths.manageEvent(ctx.studio, eventId)
  const archive = app.url.searchParams.get('archive')
  if (archive !== null) {
    if (!(await archiveTicketType(ctx, eventId, typeId, archive === '1'))) throw notFound()
    return redirectWithFlash(
      app,
      back,
      archive === '1' ? 'Off sale. Tickets of it stand.' : 'On sale again.',
    )
  }
  const submission = await parseForm(request, ticketTypeForm(ctx.studio))
  if (submission.status !== 'success') return invalid(submission)
  const {
    key,
    price,
    capacity = null,
    salesFrom = null,
    salesUntil = null,
    ...more
  } = submission.value
  const change = typeId !== 'new'
  const draft = { ...more, priceMinor: price, capacity, salesFrom, salesUntil }
  const result = await saveTicketType(ctx, eventId, change ? typeId : key, draft, { change })
  if (result.ok) return redirectWithFlash(app, back, `${more.name} is saved.`)
  if (result.reason === 'not_found') throw notFound()
  const fields = { capacity: ['More are sold already. Enter at least as many'] }
  return refused(submission, { fields, code: result.reason })
}

const names = [
  'name',
  'price',
  'capacity',
  'salesFrom',
  'salesUntil',
  'membersOnly',
  'perOrder',
  'sort',
] as const

export default function TicketType() {
  const { rules, studio, event, key, isNew, taken, archived, values } =
    useLoaderData<typeof loader>()
  const form = useLiveForm('ticket', names, {
    answer: useActionData() as PageFormAnswer | undefined,
    values,
    rules,
  })
  const { fields } = form
  const ownPath = paths.manageTicketType(studio, event.id, key)
  return (
    <>
      <Link className="back" to={paths.manageEvent(studio, event.id)}>
        <Icon name="back" /> {event.name}
      </Link>
      <PageHead
        title={isNew ? 'Add a ticket' : values.name}
        intro={
          isNew ? '' : `${count(taken, 'ticket')} taken. Who has ordered keeps the price they saw.`
        }
        actions={
          !isNew && (
            <Form method="post" action={`${ownPath}?archive=${archived ? 0 : 1}`}>
              <button type="submit" className="button">
                {archived ? 'Sell it again' : 'Take it off sale'}
              </button>
            </Form>
          )
        }
      />
      <LiveFormBody of={form} className="sheet-form two-columns">
        <input type="hidden" name="key" value={key} />
        <TextField field={fields.name} label="Name" hint="Adult, child, early bird." />
        <TextField field={fields.price} label="Price" hint="0 is free." />
        <TextField
          field={fields.capacity}
          label="How many of it"
          hint="Empty: as many as the event has."
        />
        <TextField field={fields.perOrder} label="At once at most" />
        <TextField
          field={fields.salesFrom}
          label="Sold from"
          hint="Empty: at once."
          type="datetime-local"
        />
        <TextField
          field={fields.salesUntil}
          label="Sold until"
          hint="Empty: to the start. An early bird ends."
          type="datetime-local"
        />
        <TextField field={fields.sort} label="Place in the list" />
        <CheckboxField field={fields.membersOnly} label="Only for members who are signed in" />
        <div className="form-end whole">
          <SendButton sending="Saving">Save the ticket</SendButton>
          <Link className="button quiet" to={paths.manageEvent(studio, event.id)}>
            Leave it
          </Link>
        </div>
      </LiveFormBody>
    </>
  )
}
