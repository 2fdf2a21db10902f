import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { invoiceOfDraft } from '#app/domain/billing/drafts/open-draft.server.ts'
import { draftPage } from '#app/domain/sales/invoices/draft-page.server.ts'
import { hasInvoice } from '#app/domain/sales/invoices/invoice-page.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { Bill } from '#app/ui/sales/bill.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.view.title ?? 'Draft', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'invoices:write')
  const draftId = params.draft ?? ''
  const page = await draftPage(ctx, draftId)
  if (!page) {
    const invoiceId = invoiceOfDraft(draftId)
    if (!(await hasInvoice(ctx, invoiceId))) throw notFound()
    throw redirect(paths.manageInvoice(ctx.studio, invoiceId), 303)
  }
  return {
    studio: { slug: ctx.studio.slug },
    view: page.view,
    version: String(page.draft.version),
    hasLines: page.terms.lines.length > 0,
    payable: page.view.balanceMinor > 0,
  }
}

export default function Draft() {
  const { studio, view, version, hasLines, payable } = useLoaderData<typeof loader>()
  const act = (name: 'line' | 'details') => paths.manageDraftAct(studio, view.id, name)
  return (
    <>
      <BackLink to={paths.manageDrafts(studio)}>Drafts</BackLink>
      <PageHead
        title={view.title}
        intro={
          <>
            <Label text={view.state.text} tone={view.state.tone} />{' '}
            <Link to={paths.managePerson(studio, view.person.id)}>{view.person.name}</Link>
            {' owes nothing until you open it. Then it has a number and stays as it is.'}
          </>
        }
        actions={
          <>
            <Form method="post" action={paths.manageDraftAct(studio, view.id, 'discard')}>
              <button type="submit" className="button quiet">
                Throw away
              </button>
            </Form>
            <Link className="button" to={act('details')}>
              Tax, discount, due date
            </Link>
            <Link className={payable ? 'button' : 'button primary'} to={act('line')}>
              Add a line
            </Link>
            {payable && (
              <Form method="post" action={paths.manageDraftAct(studio, view.id, 'open')}>
                <HiddenFields values={{ version }} />
                <button type="submit" className="button primary">
                  Open invoice
                </button>
              </Form>
            )}
          </>
        }
      />
      {hasLines ? (
        <Bill
          view={view}
          invoice={null}
          change={(line) => paths.manageDraftAct(studio, view.id, 'line', { line })}
        />
      ) : (
        <Empty
          icon="receipt"
          title="No lines yet"
          text="Add what is sold, with its price and tax. You see the invoice before you open it."
        />
      )}
    </>
  )
}
