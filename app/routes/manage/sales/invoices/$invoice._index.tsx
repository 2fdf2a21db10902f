import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import {
  type CollectingView,
  collectingView,
} from '#app/domain/sales/collecting/collecting-words.ts'
import { invoiceDeskPage } from '#app/domain/sales/collecting/invoice-desk-page.server.ts'
import { codeEnd } from '#app/domain/sales/gift-cards/gift-card-code.ts'
import { invoiceView } from '#app/domain/sales/invoices/invoice-view.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { Timeline } from '#app/ui/list/timeline.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { Bill } from '#app/ui/sales/bill.tsx'
import { localDate } from '#app/values/zone.ts'
import { Payments, SoldCards } from './invoice-forms/paid-and-sold.tsx'

export const handle = { styles: ['timeline'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.view.title ?? 'Invoice', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'invoices:read')
  const page = await invoiceDeskPage(ctx, params.invoice ?? '')
  if (!page) throw notFound()
  const { slug, locale, timeZone } = ctx.studio
  const reader = { locale, timeZone, today: localDate(ctx.now, timeZone) }
  const view = invoiceView(page, reader)
  const { state, kind } = page.invoice
  const owed = kind === 'invoice' && state === 'open'
  return {
    studio: { slug },
    view,
    cards: page.cards.map(({ id, lastFour, recipientName }) => ({
      id,
      name: [codeEnd(lastFour), recipientName && `for ${recipientName}`].filter(Boolean).join(' '),
    })),
    collecting: collectingView(page.collecting, {
      ...reader,
      open: owed,
      sum: page.parts.length === 0 ? view.toPay : '',
    }),
    can: {
      skip: owed && may(viewer.role, 'invoices:write'),
      take: owed && may(viewer.role, 'payments:take'),
      payOut: kind === 'credit_note' && state === 'open' && may(viewer.role, 'refunds:write'),
      return:
        page.lines.some(({ kind, comesBack }) => kind === 'product' && comesBack > 0) &&
        page.invoice.id.startsWith('till-') &&
        may(viewer.role, 'refunds:small'),
      refund:
        (view.lines.some(({ refundableMinor }) => refundableMinor > 0) ||
          page.lines.some(({ kind, comesBack }) => kind === 'package' && comesBack > 0)) &&
        may(viewer.role, 'refunds:small'),
      void: owed && page.payments.length === 0 && may(viewer.role, 'invoices:write'),
      writeOff: owed && may(viewer.role, 'invoices:write'),
      reopen: (state === 'uncollectible' || state === 'lost') && may(viewer.role, 'invoices:write'),
    },
  }
}

export default function Invoice() {
  const { studio, view, cards, collecting, can } = useLoaderData<typeof loader>()
  const act = (
    name:
      | 'payment'
      | 'parts'
      | 'discount'
      | 'refund'
      | 'void'
      | 'write-off'
      | 'reopen'
      | 'collecting',
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
      <SoldCards {...{ studio, cards }} />
      <Collecting view={collecting} skips={can.skip} path={can.take ? act('collecting') : null} />
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
              { name: 'For', place: 'under', cell: ({ what }) => what },
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

/**
 * What is done about it automatically, and what the desk can do at once; `path` is null where it
 * can do nothing.
 */
function Collecting({
  view: { steps, charge, noCharge, online, links },
  skips,
  path,
}: {
  view: CollectingView
  skips: boolean
  path: string | null
}) {
  const acts = online && path !== null
  if (steps.length === 0 && !acts && !links) return null
  return (
    <section className="bill-part">
      <h2>Collecting</h2>
      {steps.length > 0 && (
        <Timeline
          entries={steps.map(({ what, note, skip: skipped, ...step }) => ({
            ...step,
            what: (
              <>
                <p>{what}</p>
                {note && <p className="soft">{note}</p>}
                {skipped && skips && path && (
                  <Form method="post" action={path}>
                    <input type="hidden" name="act" value="skip" />
                    <input type="hidden" name="step" value={step.key} />
                    <button type="submit" className="button small quiet">
                      Skip<span className="vh"> {skipped}</span>
                    </button>
                  </Form>
                )}
              </>
            ),
          }))}
        />
      )}
      {acts && (noCharge || links) && <p className="muted">{`${noCharge} ${links}`.trim()}</p>}
      {acts && (
        <div className="actions">
          {charge && (
            <Form method="post" action={path}>
              <button type="submit" className="button" name="act" value="retry">
                {charge}
              </button>
            </Form>
          )}
          <Link className="button" to={path}>
            Make a pay link
          </Link>
        </div>
      )}
    </section>
  )
}
