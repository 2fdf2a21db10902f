import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { personFilters } from '#app/domain/people/list/person-filters.ts'
import { suggestPeople } from '#app/domain/people/list/suggest-people.server.ts'
import { stockWords, variantName } from '#app/domain/products/product-words.ts'
import { giftAtTillForm } from '#app/domain/sales/gift-cards/gift-card-forms.ts'
import { basketTotals } from '#app/domain/sales/till/basket.ts'
import { salePage } from '#app/domain/sales/till/sale-queries.server.ts'
import { addForm, payForm } from '#app/domain/sales/till/till-forms.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { readPosted } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import type { Discount } from '#app/values/billing/discount.ts'
import { newId } from '#app/values/id.ts'
import { typedMinor } from '#app/values/money.ts'
import { factsLine } from '#app/values/text/separators.ts'
import { clockTimeAt, money } from '#app/values/wording.ts'
import { actAtTill } from './sale-parts/act-at-till.server.ts'
import { AddGiftCard } from './sale-parts/add-gift-card.tsx'
import { AddGoods } from './sale-parts/add-goods.tsx'
import { Basket } from './sale-parts/basket.tsx'
import { Buyer, DropSale } from './sale-parts/buyer.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Sell', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'payments:take')
  const search = app.url.searchParams
  const find = (search.get('find') ?? '').trim().slice(0, 80)
  const { q } = personFilters.pick({ q: true }).parse({ q: search.get('q') ?? '' })
  const page = await salePage(ctx, params.sale ?? '', find)
  if (!page) throw notFound()
  const { sale, lines, stock, tiles } = page
  const { slug, currency, locale, timeZone } = ctx.studio
  if (sale.state === 'paid' && sale.invoiceId) {
    throw redirect(paths.manageInvoice(ctx.studio, sale.invoiceId), 303)
  }
  if (sale.state === 'dropped') throw redirect(paths.manageTill(ctx.studio), 303)
  const totals = basketTotals(lines)
  const sum = (minor: number) => money(minor, currency, locale)
  return {
    studio: { slug },
    rules: {
      add: fieldRules(addForm),
      pay: fieldRules(payForm(currency)),
      gift: fieldRules(giftAtTillForm(currency)),
    },
    giftKey: newId(),
    sale: {
      id: sale.id,
      version: sale.version,
      person: sale.personId ? { id: sale.personId, name: sale.personName ?? '' } : null,
      credit: sale.personId && sale.creditMinor > 0 ? sum(sale.creditMinor) : '',
      intro: factsLine([
        sale.locationName,
        `${sale.createdBy}, ${clockTimeAt(sale.createdAt, timeZone, locale)}`,
      ]),
    },
    find,
    q,
    found: q ? await suggestPeople(ctx, q) : null,
    lines: lines.map((line, n) => ({
      variantId: line.variantId,
      name: line.name,
      quantity: line.quantity,
      price: sum(totals.lines[n]!.amountMinor),
      before: totals.lines[n]!.discountMinor > 0 ? sum(line.quantity * line.unitMinor) : '',
      discount: typedDiscount(line.discount, currency),
      gift: line.gift !== undefined,
      short:
        !line.gift &&
        (stock.find(({ variantId }) => variantId === line.variantId)?.there ?? 0) < line.quantity,
    })),
    total: sum(totals.totalMinor),
    tax: totals.taxMinor > 0 ? sum(totals.taxMinor) : '',
    due: typedMinor(totals.totalMinor, currency),
    tiles: tiles.map((one) => {
      const { text, low } = stockWords(one.there, one.reorderLevel)
      return {
        id: one.id,
        name: variantName(one),
        price: sum(one.priceMinor),
        stock: text,
        low: low || one.there <= 0,
      }
    }),
    can: {
      discount: may(viewer.role, 'invoices:write'),
      catalogue: may(viewer.role, 'offers:write'),
    },
  }
}

/** One act at the till: 303 to the sale or its invoice, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'payments:take')
  return await actAtTill(app, ctx, params.sale ?? '', await readPosted(request), {
    mayDiscount: may(viewer.role, 'invoices:write'),
  })
}

/** What comes off a line, as it was typed. */
function typedDiscount(discount: Discount | null, currency: string): string {
  if (discount === null) return ''
  return 'bp' in discount ? `${discount.bp / 100}%` : typedMinor(discount.minor, currency)
}

export default function Sale() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as (PageFormAnswer & { act?: string }) | undefined
  const answerOf = (act: string) => (answer?.act === act ? answer : undefined)
  const { studio, sale } = data
  return (
    <>
      <BackLink to={paths.manageTill(studio)}>Sell</BackLink>
      <PageHead
        title="Sell"
        intro={sale.intro}
        actions={<DropSale studio={studio} saleId={sale.id} />}
      />
      <div className="till">
        <div className="goods">
          <Buyer data={data} />
          <AddGoods data={data} answer={answerOf('add')} />
          <AddGiftCard data={data} answer={answerOf('gift')} />
        </div>
        <Basket data={data} basket={answerOf('basket')} pay={answerOf('pay')} />
      </div>
    </>
  )
}
