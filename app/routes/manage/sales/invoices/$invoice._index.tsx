import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { invoicePage } from '#app/domain/sales/invoices/invoice-page.server.ts'
import { type InvoiceView, invoiceView } from '#app/domain/sales/invoices/invoice-view.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { Bill } from '#app/ui/sales/bill.tsx'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.view.title ?? 'Invoice', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'invoices:read')
  const page = await invoicePage(ctx, params.invoice ?? '')
  if (!page) throw notFound()
  const { slug, locale, timeZone } = ctx.studio
  const view = invoiceView(page, { locale, timeZone, today: localDate(ctx.now, timeZone) })
  const { state, kind } = page.invoice
  const owed = kind === 'invoice' && state === 'open'
  return {
    studio: { slug },
    view,
    can: {
      take: owed && may(viewer.role, 'payments:take'),
      payOut: kind === 'credit_note' && state === 'open' && may(viewer.role, 'refunds:write'),
      return:
        view.lines.some(({ refundableMinor }) => refundableMinor > 0) &&
        page.invoice.id.startsWith('till-') &&
        may(viewer.role, 'refunds:small'),
      refund:
        view.lines.some(({ refundableMinor }) => refundableMinor > 0) &&
        may(viewer.role, 'refunds:small'),
      void: owed && page.payments.length === 0 && may(viewer.role, 'invoices:write'),
      writeOff: owed && may(viewer.role, 'invoices:write'),
      reopen: state === 'uncollectible' && may(viewer.role, 'invoices:write'),
    },
  }
}

export default function Invoice() {
  const { studio, view, can } = useLoaderData<typeof loader>()
  const act = (
    name: 'payment' | 'parts' | 'discount' | 'refund' | 'void' | 'write-off' | 'reopen',
  ) => paths.manageInvoiceAct(studio, view.id, name)
  return (
    <>
      <BackLink to={paths.manageInvoices(studio)}>Invoices</BackLink>
      <PageHead
        title={view.title}
        intro={
          <>
            <Label text={view.state.text} tone={view.state.tone} />{' '}
            <Link to={paths.managePerson(studio, view.person.id)}>{view.person.name}</Link>
            {`, ${view.total} on ${view.issued}`}
          </>
        }
        actions={
          <>
            <a className="button quiet" href={paths.manageInvoicePdf(studio, view.id)} download>
              Download as PDF
            </a>
            {can.void && (
              <Link className="button quiet" to={act('void')}>
                Void invoice
              </Link>
            )}
            {can.writeOff && (
              <Link className="button quiet" to={act('write-off')}>
                Write off invoice
              </Link>
            )}
            {can.writeOff && (
              <Link
                className="button quiet"
                to={paths.manageReminders(studio, { invoice: view.id })}
              >
                Send reminders
              </Link>
            )}
            {can.writeOff && (
              <Link className="button quiet" to={act('parts')}>
                Pay in parts
              </Link>
            )}
            {can.writeOff && (
              <Link className="button quiet" to={act('discount')}>
                Take something off
              </Link>
            )}
            {can.reopen && (
              <Link className="button" to={act('reopen')}>
                Put back
              </Link>
            )}
            {can.return && (
              <Link className="button" to={paths.manageReturn(studio, view.id)}>
                Return
              </Link>
            )}
            {can.refund && (
              <Link className="button" to={act('refund')}>
                Refund
              </Link>
            )}
            {can.payOut && (
              <Link className="button primary" to={act('payment')}>
                Pay out
              </Link>
            )}
            {can.take && (
              <Link className="button primary" to={act('payment')}>
                Take payment
              </Link>
            )}
          </>
        }
      />
      <Bill view={view} invoice={view.credits && paths.manageInvoice(studio, view.credits.id)} />
      <Payments view={view} />
      {view.notes.length > 0 && (
        <section className="bill-part">
          <h2>Credit notes</h2>
          <Table
            caption="Credit notes over this invoice, oldest first"
            rows={view.notes}
            rowKey={({ id }) => id}
            columns={[
              {
                name: 'Credit note',
                place: 'name',
                cell: ({ id, title }) => <Link to={paths.manageInvoice(studio, id)}>{title}</Link>,
              },
              { name: 'When', place: 'under', cell: ({ when }) => when },
              { name: 'Why', place: 'under', cell: ({ reason }) => reason },
              { name: 'Amount', place: 'state', number: true, cell: ({ amount }) => amount },
            ]}
          />
        </section>
      )}
    </>
  )
}

function Payments({ view }: { view: InvoiceView }) {
  if (view.payments.length === 0) return null
  return (
    <section className="bill-part">
      <h2>Payments</h2>
      <Table
        caption="Payments, oldest first"
        rows={view.payments}
        rowKey={({ id }) => id}
        columns={[
          { name: 'When', place: 'name', cell: ({ when }) => when },
          { name: 'How', place: 'under', cell: ({ how }) => how },
          { name: 'Taken by', place: 'under', cell: ({ by }) => by },
          { name: 'Note', place: 'wide', cell: ({ note }) => note },
          { name: 'Amount', place: 'state', number: true, cell: ({ amount }) => amount },
        ]}
      />
    </section>
  )
}
