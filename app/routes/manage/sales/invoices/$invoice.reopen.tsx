import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { reopenInvoice } from '#app/domain/billing/invoices/reopen-invoice.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { closeAction, closePageData } from './invoice-forms/close-invoice.server.ts'
import { ClosePage } from './invoice-forms/close-page.tsx'

const title = 'Put back'

export const meta: MetaFunction = ({ matches }) => pageTitle(title, { matches })

export const loader = (args: LoaderFunctionArgs) => closePageData(args, ['uncollectible', 'lost'])

export function action(args: ActionFunctionArgs) {
  return closeAction(args, reopenInvoice, 'Put back. It is owed again.')
}

export default function ReopenInvoice() {
  const data = useLoaderData<typeof loader>()
  return (
    <ClosePage
      {...data}
      title={title}
      intro={`${data.person} will owe it again, so that you can take the payment.`}
      sending="Saving…"
      back={paths.manageInvoice(data.studio, data.invoice.id)}
      answer={useActionData() as PageFormAnswer | undefined}
    />
  )
}
