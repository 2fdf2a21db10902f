import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { productFilters } from '#app/domain/products/product-filters.ts'
import { productsPage } from '#app/domain/products/product-queries.server.ts'
import { stockWords, variantName } from '#app/domain/products/product-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams, pageParams, rowsPerPage } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { FilterBar, SearchFilter, SelectFilter, ViewChips } from '#app/ui/list/filter-bar.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { Pager, rangeOf } from '#app/ui/list/pager.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { factsLine } from '#app/values/text/separators.ts'
import { count, money } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Products', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'invoices:read')
  const { page, ...filters } = listParams(app, productFilters.extend(pageParams.shape))
  const { variants, suppliers, low } = await productsPage(ctx, filters, {
    page,
    perPage: rowsPerPage,
  })
  const { slug, currency, locale } = ctx.studio
  return {
    studio: { slug },
    filters,
    suppliers: suppliers.map(({ supplier }) => supplier),
    low,
    variants: {
      ...variants,
      items: variants.items.map((one) => ({
        id: one.id,
        productId: one.productId,
        name: variantName(one),
        codes: factsLine([one.sku && `SKU ${one.sku}`, one.supplier]),
        price: money(one.priceMinor, currency, locale),
        cost: one.costMinor === null ? '' : money(one.costMinor, currency, locale),
        stock: stockWords(one.stock, one.reorderLevel),
      })),
    },
    can: {
      write: may(viewer.role, 'offers:write'),
      count: may(viewer.role, 'stock:write'),
      sell: may(viewer.role, 'payments:take'),
    },
  }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['variants']['items'][number]

const columns = (studio: { slug: string }): Column<Row>[] => [
  {
    name: 'Name',
    place: 'name',
    cell: ({ productId, name, codes }) => (
      <>
        <Link to={paths.manageProduct(studio, productId)}>{name}</Link> <small>{codes}</small>
      </>
    ),
  },
  {
    name: 'Stock',
    place: 'under',
    number: true,
    cell: ({ stock }) =>
      stock.low ? <span className="label warn">{stock.text}</span> : stock.text,
  },
  { name: 'Cost', place: 'desk', number: true, cell: ({ cost }) => cost },
  { name: 'Price', place: 'state', number: true, cell: ({ price }) => price },
]

export default function Products() {
  const { studio, filters, suppliers, low, variants, can } = useLoaderData<typeof loader>()
  const path = paths.manageProducts
  const kept = {
    ...(filters.q && { q: filters.q }),
    ...(filters.supplier && { supplier: filters.supplier }),
  }
  const narrowed = filters.q !== '' || filters.supplier !== '' || filters.view !== 'on_sale'
  const add = can.write && (
    <Link className="button primary" to={paths.manageProductNew(studio)}>
      <Icon name="plus" /> Add a product
    </Link>
  )
  return (
    <ListPage
      title="Products"
      intro={
        low > 0
          ? `${count(low, 'product')} to order.`
          : 'What you sell over the counter, and what is left of it.'
      }
      actions={
        <>
          {can.count && (
            <Link className="button" to={paths.manageStocktake(studio)}>
              Stocktake
            </Link>
          )}
          {can.write && (
            <a className="button not-phone" href={paths.manageProductsCsv(studio, kept)}>
              Export CSV
            </a>
          )}
          <Link className="button" to={paths.manageGiftCards(studio)}>
            Gift cards
          </Link>
          {can.sell && (
            <Link className="button" to={paths.manageTill(studio)}>
              Sell
            </Link>
          )}
          {add}
        </>
      }
      filters={
        <>
          <ViewChips
            views={[
              {
                name: 'On sale',
                path: path(studio, kept),
                current: filters.view === 'on_sale',
              },
              {
                name: 'Low',
                count: low > 0 ? String(low) : undefined,
                path: path(studio, { ...kept, view: 'low' }),
                current: filters.view === 'low',
              },
              {
                name: 'Off sale',
                path: path(studio, { ...kept, view: 'archived' }),
                current: filters.view === 'archived',
              },
            ]}
          />
          <FilterBar label="Filter products" action={path(studio)}>
            {filters.view !== 'on_sale' && <input type="hidden" name="view" value={filters.view} />}
            <SearchFilter label="Name, SKU or barcode" value={filters.q} />
            {suppliers.length > 0 && (
              <SelectFilter
                name="supplier"
                label="Supplier"
                value={filters.supplier}
                options={suppliers.map((value) => ({ value, label: value }))}
              />
            )}
          </FilterBar>
        </>
      }
    >
      {variants.items.length > 0 ? (
        <>
          <Table
            caption={`Products by name, ${rangeOf(variants, variants.items.length)}`}
            columns={columns(studio)}
            rows={variants.items}
            rowKey={({ id }) => id}
          />
          <Pager
            page={variants}
            shown={variants.items.length}
            path={(page) => path(studio, { ...filters, page })}
          />
        </>
      ) : (
        <NoProducts path={path(studio)} narrowed={narrowed}>
          {add}
        </NoProducts>
      )}
    </ListPage>
  )
}

/** Nothing to list: nothing fits, or nothing was added yet. */
function NoProducts(props: { path: string; narrowed: boolean; children: ReactNode }) {
  const { path, narrowed, children } = props
  if (narrowed) {
    return (
      <Empty icon="search" title="No products here" text="Nothing fits these filters.">
        <Link className="button" to={path}>
          Show what is on sale
        </Link>
      </Empty>
    )
  }
  return (
    <Empty
      icon="receipt"
      title="No products yet"
      text="Add what you sell at reception, such as grip aid or socks."
    >
      {children}
    </Empty>
  )
}
