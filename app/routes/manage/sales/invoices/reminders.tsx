import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { remindInvoices, toRemind } from '#app/domain/sales/reminders/remind-invoices.server.ts'
import { reminderWords } from '#app/domain/sales/reminders/reminder-words.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Send reminders', { matches })

/** One invoice where the address names it, else those that are overdue. */
const chosen = (url: string) => new URL(url).searchParams.get('invoice')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'invoices:write')
  const invoice = chosen(request.url)
  const { done: _, ...words } = reminderWords(await toRemind(ctx, invoice), ctx.studio.locale)
  return { studio: { slug: ctx.studio.slug }, invoice, words }
}

/** Sends them: 303 to where it was asked for. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'invoices:write')
  const invoice = chosen(request.url)
  const { reminded } = await remindInvoices(ctx, invoice)
  const back = invoice
    ? paths.manageInvoice(ctx.studio, invoice)
    : paths.manageInvoices(ctx.studio, { view: 'overdue' })
  return redirectWithFlash(app, back, reminderWords([], ctx.studio.locale).done(reminded))
}

export default function Reminders() {
  const { studio, invoice, words } = useLoaderData<typeof loader>()
  const back = invoice
    ? paths.manageInvoice(studio, invoice)
    : paths.manageInvoices(studio, { view: 'overdue' })
  return (
    <>
      <BackLink to={back}>{invoice ? 'Invoice' : 'Invoices'}</BackLink>
      <PageHead title="Send reminders" intro={words.intro} />
      {words.rows.length > 0 && (
        <Table
          caption="Invoices to remind of, the oldest first"
          rows={words.rows}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'Person',
              place: 'name',
              cell: ({ id, name }) => <Link to={paths.manageInvoice(studio, id)}>{name}</Link>,
            },
            { name: 'Invoice', place: 'under', cell: ({ reference }) => reference },
            { name: 'Due', place: 'under', cell: ({ due }) => due },
            { name: 'To pay', place: 'state', number: true, cell: ({ amount }) => amount },
            {
              name: 'Left out',
              // Also on a phone: the rows of those who get no reminder look like the others.
              place: 'under',
              cell: ({ left }) => left,
            },
          ]}
        />
      )}
      {words.n > 0 && (
        <Form
          method="post"
          className="form-end"
          action={paths.manageReminders(studio, invoice ? { invoice } : {})}
        >
          <button type="submit" className="button primary">
            Send reminders
          </button>
        </Form>
      )}
    </>
  )
}
