import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { goodsToReturn, voidInvoice } from '#app/domain/sales/till/void-invoice.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'
import { closeAction, closePageData } from './invoice-forms/close-invoice.server.ts'
import { ClosePage } from './invoice-forms/close-page.tsx'

const title = 'Void invoice'

export const meta: MetaFunction = ({ matches }) => pageTitle(title, { matches })

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(args.context, 'invoices:write')
  const [data, goods] = await Promise.all([
    closePageData(args),
    goodsToReturn(ctx, args.params.invoice ?? ''),
  ])
  return { ...data, goods }
}

export function action(args: ActionFunctionArgs) {
  return closeAction(args, voidInvoice, 'Voided.')
}

export default function CloseInvoice() {
  const data = useLoaderData<typeof loader>()
  return (
    <ClosePage
      {...data}
      title={title}
      intro={`${data.person} won’t owe ${data.owed} any more. The number stays in your books.${
        data.goods > 0
          ? ` ${count(data.goods, 'product')} ${data.goods === 1 ? 'goes' : 'go'} back into stock.`
          : ''
      } Void an invoice only when it was a mistake.${
        data.goods > 0 ? ' If the goods were taken and won’t be paid, write it off.' : ''
      }`}
      sending="Voiding…"
      back={paths.manageInvoice(data.studio, data.invoice.id)}
      answer={useActionData() as PageFormAnswer | undefined}
    />
  )
}
