import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { deskOrderPage } from '#app/domain/events/event-desk-pages.server.ts'
import { sellable, soldWords } from '#app/domain/events/event-desk-words.ts'
import { deskOrderForm } from '#app/domain/events/event-fields.ts'
import { leftOf, priceWords } from '#app/domain/events/event-view.ts'
import { orderAtDesk } from '#app/domain/events/order-at-desk.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { FilterBar, SearchFilter } from '#app/ui/list/filter-bar.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Sell tickets: ${data.event.name}` : 'Sell tickets', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'entitlements:write')
  const q = (app.url.searchParams.get('q') ?? '').trim().slice(0, 80)
  const personId = (app.url.searchParams.get('person') ?? '').slice(0, 40)
  const page = await deskOrderPage(ctx, params.event ?? '', { q, personId })
  if (!page) throw notFound()
  const { event, types, chosen, found } = page
  return {
    rules: fieldRules(deskOrderForm),
    studio: { slug: ctx.studio.slug },
    event: {
      id: event.id,
      name: event.name,
      open: event.state === 'on_sale' && ctx.now < event.endsAt,
    },
    sold: soldWords(event),
    q,
    found: found?.map(({ id, name }) => ({ id, name })) ?? null,
    chosen: chosen && { id: chosen.id, name: chosen.name },
    key: newId(),
    types: sellable(types, event).map((type) => ({
      value: type.id,
      label: [
        type.name,
        priceWords(type.priceMinor, ctx.studio),
        `${leftOf(type, event)} left`,
      ].join(', '),
    })),
    values: {
      count: '1',
      name: chosen?.name ?? '',
      email: chosen?.email ?? '',
      how: 'paid',
      reason: '',
      typeId: '',
    },
  }
}

const refusals = {
  not_on_sale: 'It’s not on sale. Publish it first.',
  sold_out: 'There aren’t that many left. Sell fewer, or add more tickets.',
  banned: 'They are banned. End the ban on their profile first.',
  no_account: 'Find a person first: guests don’t have an account.',
} as const

/**
 * Sells by hand: paid now, at the door, into an account, or given. 303 to the guests; the same form
 * twice is once.
 */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'entitlements:write')
  const submission = await parseForm(request, deskOrderForm)
  if (submission.status !== 'success') return invalid(submission)
  const { personId, ...wish } = submission.value
  const eventId = params.event ?? ''
  const result = await orderAtDesk(ctx, eventId, { ...wish, personId: personId || null })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refused(submission, { form: [refusals[result.reason]], code: result.reason })
  }
  if (wish.email) deliverSoon(app, ctx.db)
  const message = `${count(wish.count, 'ticket is', 'tickets are')} in the name of ${wish.name}.`
  return redirectWithFlash(app, paths.manageEvent(ctx.studio, eventId, { q: wish.name }), message)
}

const ways = [
  { value: 'paid', label: 'Paid here and now' },
  { value: 'door', label: 'To pay at the door' },
  { value: 'account', label: 'On their account' },
  { value: 'comp', label: 'Free' },
]

export default function SellTickets() {
  const { rules, studio, event, sold, q, found, chosen, key, types, values } =
    useLoaderData<typeof loader>()
  const form = useLiveForm(
    'order',
    ['typeId', 'count', 'name', 'email', 'how', 'reason'] as const,
    {
      answer: useActionData() as PageFormAnswer | undefined,
      values: { ...values, typeId: types[0]?.value ?? '' },
      rules,
    },
  )
  const { fields } = form
  const here = (params: Record<string, string | undefined>) =>
    paths.manageEventAct(studio, event.id, 'orders', params)
  return (
    <>
      <BackLink to={paths.manageEvent(studio, event.id)}>{event.name}</BackLink>
      <PageHead title="Sell tickets" intro={`${sold}.`} />
      {event.open && types.length > 0 ? (
        <>
          <FilterBar label="Who" action={here({})}>
            <SearchFilter label="Find a member" value={q} />
          </FilterBar>
          {found && (
            <ul className="lines">
              {found.map((person) => (
                <li key={person.id}>
                  <Link to={here({ person: person.id })}>{person.name}</Link>
                </li>
              ))}
              {found.length === 0 && (
                <li className="muted">Nobody by that name. Guests don’t need an account.</li>
              )}
            </ul>
          )}
          <LiveFormBody key={chosen?.id} of={form} action={here({})} className="sheet-form">
            <input type="hidden" name="key" value={key} />
            {chosen && <input type="hidden" name="personId" value={chosen.id} />}
            {chosen && (
              <p>
                For <Link to={paths.managePerson(studio, chosen.id)}>{chosen.name}</Link>, a member
                here.
              </p>
            )}
            <SelectField field={fields.typeId} label="Ticket" options={types} />
            <TextField field={fields.count} label="How many" />
            <TextField field={fields.name} label="Name" />
            <TextField
              field={fields.email}
              label="Email"
              hint="We send the tickets there. Leave empty for none."
              type="email"
            />
            <SelectField field={fields.how} label="Money" options={ways} />
            <TextField field={fields.reason} label="Why" hint="Only for free tickets." />
            <FormEnd sending="Selling…" cancel={paths.manageEvent(studio, event.id)}>
              Sell tickets
            </FormEnd>
          </LiveFormBody>
        </>
      ) : (
        <p className="muted">{event.open ? 'Sold out.' : 'It’s not on sale.'}</p>
      )}
    </>
  )
}
