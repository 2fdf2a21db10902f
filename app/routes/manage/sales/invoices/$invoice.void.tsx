import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { voidInvoice } from '#app/domain/billing/invoices/close-invoice.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { closeAction, closePageData } from './invoice-forms/close-invoice.server.ts'
import { ClosePage } from './invoice-forms/close-page.tsx'

const title = 'Void invoice'

export const meta: MetaFunction = ({ matches }) => pageTitle(title, { matches })

export const loader = (args: LoaderFunctionArgs) => closePageData(args)

export function action(args: ActionFunctionArgs) {
  return closeAction(args, voidInvoice, 'Voided.')
}

export default function CloseInvoice() {
  const data = useLoaderData<typeof loader>()
  return (
    <ClosePage
      {...data}
      title={title}
      intro={`${data.person} won’t owe ${data.owed} any more. The number stays in your books. Void an invoice only when it was a mistake.`}
      sending="Voiding…"
      back={paths.manageInvoice(data.studio, data.invoice.id)}
      answer={useActionData() as PageFormAnswer | undefined}
    />
  )
}
