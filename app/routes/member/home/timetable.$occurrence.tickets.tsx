import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { buyerForm } from '#app/domain/events/event-fields.ts'
import { orderFormPage } from '#app/domain/events/event-page.server.ts'
import {
  priceWords,
  refundRule,
  saleOf,
  saleWords,
  strangerMinutes,
} from '#app/domain/events/event-view.ts'
import { holdTickets } from '#app/domain/events/hold-tickets.server.ts'
import { orderSentences } from '#app/domain/events/order-refusals.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { mayOrder } from '#app/http/public-pages/may-order.server.ts'
import { pathFor } from '#app/paths/path-for.ts'
import { paths } from '#app/paths.ts'
import { useFamily } from '#app/ui/family/chosen.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { count, dayLongTime } from '#app/values/wording.ts'

export const handle = {
  styles: ['back-link', 'button', 'form', 'ticket', 'dock'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? pageTitle(`Tickets for ${data.name}`, { matches }) : []

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const instead = (app.url.searchParams.get('instead') ?? '').slice(0, 40)
  const page = await orderFormPage(ctx, viewer, params.occurrence ?? '', instead)
  if (!page) throw notFound()
  const { event, types, buyer, shell } = page
  const { slug, locale, currency, timeZone } = ctx.studio
  const formats = { locale, currency, timeZone }
  const known = viewer?.personId != null
  const byMail = viewer === null && buyer === null
  return {
    studio: { slug },
    id: event.id,
    name: event.name,
    when: dayLongTime(event.localStart, locale),
    open: event.state === 'on_sale' && ctx.now < event.startsAt,
    byMail,
    minutes: byMail ? Math.min(event.holdMinutes, strangerMinutes) : event.holdMinutes,
    rule: refundRule(event, formats),
    key: newId(),
    instead: buyer ? instead : '',
    signIn: known
      ? null
      : paths.signIn({ next: paths.orderTickets(ctx.studio, event.id), studio: slug }),
    rules: fieldRules(buyerForm),
    // A guardian orders for the child they have chosen, in the child’s name.
    child: shell.family?.relatives.find(({ id }) => id === viewer?.personId)?.name ?? null,
    values: { name: buyer?.name ?? viewer?.name ?? '', email: buyer?.email ?? viewer?.email ?? '' },
    types: types.map((type) => {
      const sale = saleOf(type, event, { now: ctx.now, known })
      return {
        id: type.id,
        name: type.name,
        price: priceWords(type.priceMinor, formats),
        priceMinor: type.priceMinor,
        message: saleWords(sale, formats),
        most: sale.kind === 'open' ? sale.most : 0,
        members: sale.kind === 'members',
        held: type.held,
      }
    }),
    shell,
  }
}

const numbers = z.object({
  n: z.record(z.string(), z.coerce.number().int().min(0).max(50).catch(0)).default({}),
  p: z.record(z.string(), z.coerce.number().int().min(0).catch(-1)).default({}),
})

/**
 * Holds the places: 303 to the order, which is confirmed there, or to the page that says that it is
 * confirmed by email; 422 with why not and everything typed kept.
 */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const submission = await parseForm(request, buyerForm.and(numbers))
  if (submission.status !== 'success') return invalid(submission)
  const { key, name, email, instead, n, p } = submission.value
  const ownAddress = viewer !== null && viewer.email.toLowerCase() === email.toLowerCase()
  const wanted = Object.values(n).reduce((sum, one) => sum + one, 0)
  const personId = viewer?.self ?? viewer?.personId ?? null
  if (wanted > 0 && !(await mayOrder(app, ctx.studio.id, { personId, email, tickets: wanted }))) {
    return refused(submission, { form: [orderSentences.too_many_tries], code: 'too_many_tries' })
  }
  const lines = Object.entries(n).map(([typeId, one]) => ({
    typeId,
    count: one,
    priceMinor: p[typeId] ?? -1,
  }))
  const result =
    ctx.studio.state === 'archived'
      ? ({ ok: false, reason: 'not_on_sale' } as const)
      : await holdTickets(ctx, params.occurrence ?? '', {
          key,
          name,
          email,
          lines: lines.slice(0, 40),
          instead,
          personId,
          comesId: viewer?.personId ?? null,
          ownAddress,
        })
  if (result.ok) {
    const { token } = result
    if (token !== null) return redirect(paths.tickets(ctx.studio, token), 303)
    deliverSoon(app, ctx.db)
    return redirect(paths.orderMailed(ctx.studio, params.occurrence ?? ''), 303)
  }
  if (result.reason === 'not_found') throw notFound()
  return refused(submission, { form: [orderSentences[result.reason]], code: result.reason })
}

export default function OrderTickets() {
  const data = useLoaderData<typeof loader>()
  const { studio, id, name, when, open, types, rules, values, key, instead } = data
  const answer = useActionData() as PageFormAnswer | undefined
  const family = useFamily()
  const named = data.child ? { ...values, name: data.child } : values
  const form = usePageForm<{ name: string; email: string }>('order', answer, {
    rules,
    values: named,
  })
  const typed = (
    answer?.result as { initialValue?: { n?: Record<string, string> } | null } | undefined
  )?.initialValue?.n
  const { fields } = form
  return (
    <Main slim>
      <BackLink to={paths.occurrence(studio, id)}>{name}</BackLink>
      {open ? (
        <Form
          of={form}
          names={['name', 'email']}
          title={`Tickets for ${name}`}
          intro={
            <p>
              <b>{when}</b>
            </p>
          }
          action={
            family
              ? pathFor(paths.orderTickets(studio, id, { instead }), family.chosen)
              : paths.orderTickets(studio, id, { instead })
          }
        >
          <input type="hidden" name="key" value={key} />
          {instead && <input type="hidden" name="instead" value={instead} />}
          <fieldset>
            <legend>How many?</legend>
            {types.map((type) => (
              <div key={type.id} className="counts">
                <label htmlFor={`n-${type.id}`}>
                  <b>{type.name}</b>, {type.price}
                  <br />
                  <span className="soft">{type.message}</span>
                </label>
                {type.most > 0 ? (
                  <>
                    <select
                      id={`n-${type.id}`}
                      name={`n.${type.id}`}
                      defaultValue={typed?.[type.id] ?? String(type.held)}
                    >
                      {Array.from({ length: type.most + 1 }, (_, n) => (
                        <option key={n} value={n}>
                          {n}
                        </option>
                      ))}
                    </select>
                    <input type="hidden" name={`p.${type.id}`} value={type.priceMinor} />
                  </>
                ) : (
                  <span className="soft">
                    {type.members && data.signIn ? <a href={data.signIn}>Sign in</a> : 'None'}
                  </span>
                )}
              </div>
            ))}
          </fieldset>
          <TextField
            field={fields.name}
            label={data.child ? 'Name on the tickets' : 'Your name'}
            autoComplete={data.child ? 'off' : 'name'}
          />
          <TextField
            field={fields.email}
            label="Your email address"
            hint="We send the tickets there."
            type="email"
            autoComplete="email"
          />
          <p className="soft">{data.rule}</p>
          <div className="dock stack">
            <p className="soft">
              {data.byMail
                ? 'We email you a link to confirm them. They are kept for you for '
                : 'You confirm them on the next page. They are kept for you for '}
              {count(data.minutes, 'minute')}.
            </p>
            <SubmitButton>Keep these tickets</SubmitButton>
          </div>
        </Form>
      ) : (
        <div className="stack" data-refusal="not_on_sale">
          <h1>{name}</h1>
          <p>Tickets are no longer on sale.</p>
        </div>
      )}
    </Main>
  )
}
