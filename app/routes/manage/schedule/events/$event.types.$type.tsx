import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { eventWithTypes } from '#app/domain/events/event-desk-pages.server.ts'
import { ticketTypeForm } from '#app/domain/events/event-fields.ts'
import { archiveTicketType, saveTicketType } from '#app/domain/events/save-ticket-type.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { typedMinor } from '#app/values/money.ts'
import { count } from '#app/values/wording.ts'
import { localDateTime } from '#app/values/zone.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.values.name || 'Add a ticket', { matches })

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
    version: type?.version ?? null,
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
      archive === '1' ? 'Off sale. Tickets already sold stay valid.' : 'On sale again.',
    )
  }
  const submission = await parseForm(request, ticketTypeForm(ctx.studio))
  if (submission.status !== 'success') return invalid(submission)
  const {
    key,
    version,
    price,
    capacity = null,
    salesFrom = null,
    salesUntil = null,
    ...more
  } = submission.value
  const change = typeId !== 'new'
  const draft = { ...more, priceMinor: price, capacity, salesFrom, salesUntil }
  const result = await (change
    ? saveTicketType(ctx, eventId, typeId, draft, version)
    : saveTicketType(ctx, eventId, key, draft, null))
  if (result.ok) return redirectWithFlash(app, back, `${more.name} is saved.`)
  if (result.reason === 'not_found') throw notFound()
  if (result.reason === 'changed') return outdated(submission, 'this ticket')
  const fields = { capacity: ['More are already sold. Enter at least that many'] }
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
  const { rules, studio, event, key, version, taken, archived, values } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('ticket', names, { answer, values, rules })
  const isNew = version === null
  const { fields } = form
  const ownPath = paths.manageTicketType(studio, event.id, key)
  return (
    <>
      <BackLink to={paths.manageEvent(studio, event.id)}>{event.name}</BackLink>
      <PageHead
        title={isNew ? 'Add a ticket' : values.name}
        intro={
          isNew ? '' : `${count(taken, 'ticket')} taken. People who have ordered keep their price.`
        }
        actions={
          !isNew && (
            <Form method="post" action={`${ownPath}?archive=${archived ? 0 : 1}`}>
              <button type="submit" className="button">
                {archived ? 'Put back on sale' : 'Take off sale'}
              </button>
            </Form>
          )
        }
      />
      <LiveFormBody of={form} className="sheet-form two-columns">
        <HiddenFields values={{ key, version: openedVersion(answer, version) }} />
        <TextField field={fields.name} label="Name" hint="Like adult, child or early bird" />
        <TextField field={fields.price} label="Price" hint="0 if it’s free" />
        <TextField
          field={fields.capacity}
          label="Quantity"
          hint="Leave empty for as many as the event has"
        />
        <TextField field={fields.perOrder} label="Limit per order" />
        <TextField
          field={fields.salesFrom}
          label="Sold from"
          hint="Leave empty for straight away"
          type="datetime-local"
        />
        <TextField
          field={fields.salesUntil}
          label="Sold until"
          hint="Leave empty for the start of the event"
          type="datetime-local"
        />
        <TextField field={fields.sort} label="Position in the list" />
        <CheckboxField field={fields.membersOnly} label="Only for members who are signed in" />
        <div className="form-end whole">
          <SendButton sending="Saving…">Save ticket</SendButton>
          <Link className="button quiet" to={paths.manageEvent(studio, event.id)}>
            Cancel
          </Link>
        </div>
      </LiveFormBody>
    </>
  )
}
