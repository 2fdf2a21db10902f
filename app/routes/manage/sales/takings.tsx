import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { isMoney, methodWords } from '#app/domain/billing/invoices/payment-words.ts'
import { closeTill } from '#app/domain/billing/takings/close-till.server.ts'
import { closeTillForm } from '#app/domain/billing/takings/takings-form.ts'
import { takingsPage } from '#app/domain/sales/takings-page.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { clockTimeAt, count, dayLong, dayShortTime, money } from '#app/values/wording.ts'
import { addDays, isLocalDate, localDate, wallTime } from '#app/values/zone.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.title ?? 'Takings', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'invoices:read')
  const { slug, locale, timeZone, currency } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const asked = app.url.searchParams.get('day') ?? ''
  const day = isLocalDate(asked) && asked <= today ? asked : today
  const { methods, payments, strangers, till } = await takingsPage(ctx, day)
  const sum = (minor: number) => money(minor, currency, locale)
  // Account credit and gift cards are no money that came in today.
  const real = methods.filter(({ method }) => isMoney(method))
  const taken = real.reduce((all, { inMinor }) => all + inMinor, 0)
  const out = real.reduce((all, { outMinor }) => all + outMinor, 0)
  const cash = methods.find(({ method }) => method === 'cash')
  const cashMinor = (cash?.inMinor ?? 0) - (cash?.outMinor ?? 0)
  return {
    rules: fieldRules(closeTillForm(currency)),
    studio: { slug },
    title: day === today ? 'Today’s takings' : `Takings on ${dayLong(day, locale)}`,
    day,
    before: addDays(day, -1),
    after: day < today ? addDays(day, 1) : '',
    intro:
      taken === 0 && out === 0
        ? 'No money yet.'
        : `${sum(taken)} taken${out > 0 ? `, ${sum(out)} refunded` : ''}.`,
    methods: methods.map(({ method, inMinor, outMinor, payments: n }) => ({
      name: methodWords[method],
      taken: sum(inMinor),
      out: outMinor > 0 ? sum(-outMinor) : '',
      n: String(n),
      left: sum(inMinor - outMinor),
    })),
    payments: payments.map((payment) => ({
      id: payment.id,
      when: clockTimeAt(payment.takenAt, timeZone, locale),
      person: payment.personName,
      how: methodWords[payment.method],
      by: payment.takenBy,
      invoiceId: payment.invoiceId,
      reference: payment.reference,
      amount: sum(payment.amountMinor),
    })),
    strangers:
      strangers.orders > 0
        ? `${sum(strangers.minor)} more for ${count(strangers.orders, 'order')} of tickets by people you have no record of. They have no invoice and aren’t in the takings; how they paid isn’t noted.`
        : '',
    cash: { minor: cashMinor, words: sum(cashMinor) },
    till: till && {
      words: `Closed by ${till.closedBy}, ${dayShortTime(wallTime(till.closedAt, timeZone), locale)}.`,
      cash: countWords(till, sum),
      note: till.note,
    },
    canClose: may(viewer.role, 'payments:take'),
  }
}

function countWords(
  { cashMinor, countedMinor }: { cashMinor: number; countedMinor: number },
  sum: (minor: number) => string,
): string {
  const difference = countedMinor - cashMinor
  if (difference === 0) return `${sum(countedMinor)} in cash, as it should be.`
  const by = sum(Math.abs(difference))
  return `${sum(countedMinor)} in cash, ${by} ${difference > 0 ? 'more' : 'less'} than ${sum(cashMinor)}.`
}

/** Closes the takings of a day: 303 to it, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'payments:take')
  const { currency, locale } = ctx.studio
  const submission = await parseForm(request, closeTillForm(currency))
  if (submission.status !== 'success') return invalid(submission)
  const { day, cash, counted, note } = submission.value
  const result = await closeTill(ctx, { day, cashMinor: cash, countedMinor: counted, note })
  if (!result.ok) {
    const sentence =
      result.reason === 'not_yet'
        ? 'That day hasn’t begun.'
        : 'More money came in meanwhile. Reload the page and count again.'
    return refused(submission, { code: result.reason, form: [sentence] })
  }
  const path = paths.manageTakings(ctx.studio, { day })
  const by = money(Math.abs(result.differenceMinor), currency, locale)
  const difference =
    result.differenceMinor === 0
      ? ''
      : ` ${by} ${result.differenceMinor > 0 ? 'more' : 'less'} than it should be.`
  return redirectWithFlash(app, path, `Takings closed.${difference}`)
}

export default function Takings() {
  const data = useLoaderData<typeof loader>()
  const { studio, title, intro, before, after, methods, payments, strangers, till } = data
  const { canClose } = data
  return (
    <>
      <BackLink to={paths.manageInvoices(studio)}>Invoices</BackLink>
      <PageHead
        title={title}
        intro={intro}
        actions={
          <>
            <Link className="button" to={paths.manageTakings(studio, { day: before })}>
              Day before
            </Link>
            {after && (
              <Link className="button" to={paths.manageTakings(studio, { day: after })}>
                Day after
              </Link>
            )}
          </>
        }
      />
      <div className="split">
        <div>
          {methods.length > 0 ? (
            <>
              <Table
                caption="Money of the day by how it came"
                rows={methods}
                rowKey={({ name }) => name}
                columns={[
                  { name: 'How', place: 'name', cell: ({ name }) => name },
                  { name: 'Payments', place: 'desk', number: true, cell: ({ n }) => n },
                  { name: 'Taken', place: 'under', number: true, cell: (row) => row.taken },
                  { name: 'Refunded', place: 'under', number: true, cell: ({ out }) => out },
                  { name: 'Left', place: 'state', number: true, cell: ({ left }) => left },
                ]}
              />
              <section className="bill-part">
                <h2>Payments</h2>
                <Table
                  caption="Payments of the day, newest first"
                  rows={payments}
                  rowKey={({ id }) => id}
                  columns={[
                    {
                      name: 'Person',
                      place: 'name',
                      cell: ({ person, invoiceId }) =>
                        invoiceId ? (
                          <Link to={paths.manageInvoice(studio, invoiceId)}>{person}</Link>
                        ) : (
                          person
                        ),
                    },
                    { name: 'When', place: 'under', cell: ({ when }) => when },
                    { name: 'How', place: 'under', cell: ({ how }) => how },
                    { name: 'Invoice', place: 'desk', cell: ({ reference }) => reference },
                    { name: 'Taken by', place: 'wide', cell: ({ by }) => by },
                    { name: 'Amount', place: 'state', number: true, cell: (row) => row.amount },
                  ]}
                />
              </section>
            </>
          ) : (
            <Empty
              icon="receipt"
              title="No payments on this day"
              text="Payments appear here as soon as someone takes them, by how they were paid."
            >
              <Link className="button" to={paths.manageInvoices(studio)}>
                Show open invoices
              </Link>
            </Empty>
          )}
        </div>
        <aside className="aside">
          {strangers && (
            <section>
              <h2>Tickets</h2>
              <p>{strangers}</p>
            </section>
          )}
          <section>
            <h2>{till ? 'Takings closed' : 'Close takings'}</h2>
            {till ? (
              <>
                <p>{till.words}</p>
                <p>{till.cash}</p>
                {till.note && <p className="muted">{till.note}</p>}
              </>
            ) : (
              canClose && <CloseForm {...data} />
            )}
          </section>
        </aside>
      </div>
    </>
  )
}

function CloseForm({
  day,
  cash,
  rules,
}: Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'day' | 'cash' | 'rules'>) {
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('till', ['counted', 'note'], { answer, rules })
  return (
    <>
      <p className="muted">
        There should be {cash.words} in cash, besides what was in the till. After closing, no
        payment can be added to this day.
      </p>
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields values={{ day, cash: String(cash.minor) }} />
        <TextField field={form.fields.counted} label="Cash counted" inputMode="decimal" />
        <TextField field={form.fields.note} label="Note (optional)" autoComplete="off" />
        <SendButton sending="Closing…">Close takings</SendButton>
      </LiveFormBody>
    </>
  )
}
