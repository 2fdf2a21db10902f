import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { productForm } from '#app/domain/products/product-form.ts'
import { productPage } from '#app/domain/products/product-queries.server.ts'
import { movedWords, stockWords, variantName } from '#app/domain/products/product-words.ts'
import { changeProduct } from '#app/domain/products/save-product.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { factsLine } from '#app/values/text/separators.ts'
import { dayShortTime, money } from '#app/values/wording.ts'
import { wallTime } from '#app/values/zone.ts'
import { ProductFields, productNames } from './product-parts/product-fields.tsx'
import { productRefusal } from './product-parts/product-refusals.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.product.name ?? 'Product', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'invoices:read')
  const page = await productPage(ctx, params.product ?? '')
  if (!page) throw notFound()
  const { slug, currency, locale, timeZone } = ctx.studio
  const { product, locations } = page
  const names = new Map(page.variants.map((one) => [one.id, variantName({ ...one, name: '' })]))
  return {
    studio: { slug },
    rules: fieldRules(productForm),
    product: {
      id: product.id,
      name: product.name,
      archived: product.archivedAt !== null,
      intro: factsLine([product.description, product.supplier && `From ${product.supplier}`]),
    },
    variants: page.variants.map((one) => ({
      id: one.id,
      name: names.get(one.id) || product.name,
      codes: factsLine([one.sku && `SKU ${one.sku}`, one.barcode && `Barcode ${one.barcode}`]),
      price: money(one.priceMinor, currency, locale),
      cost: one.costMinor === null ? '' : money(one.costMinor, currency, locale),
      stock: stockWords(one.stock, one.reorderLevel),
      where:
        locations.length > 1
          ? locations
              .map(({ id, name }) => {
                const there = page.counts.find(
                  (at) => at.variantId === one.id && at.locationId === id,
                )
                return `${name} ${there?.quantity ?? 0}`
              })
              .join(', ')
          : '',
    })),
    moves: page.moves.map((move) => ({
      id: move.id,
      what: movedWords(move),
      which: names.get(move.variantId) ?? '',
      rest: factsLine([locations.length > 1 && move.location, move.reason, move.byName]),
      when: dayShortTime(wallTime(move.createdAt, timeZone), locale),
    })),
    values: {
      key: newId(),
      version: String(product.version),
      name: product.name,
      description: product.description,
      supplier: product.supplier,
      tax: String(product.taxRateBp / 100),
    },
    can: {
      write: may(viewer.role, 'offers:write'),
      move: may(viewer.role, 'stock:write'),
    },
  }
}

/** Changes a product: 303 to its page, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const submission = await parseForm(request, productForm)
  if (submission.status !== 'success') return invalid(submission)
  const productId = params.product ?? ''
  const result = await changeProduct(ctx, productId, submission.value)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refused(submission, productRefusal(result.reason))
  }
  const text = `${submission.value.name} saved. Invoices that were made stay as they are.`
  return redirectWithFlash(app, paths.manageProduct(ctx.studio, productId), text)
}

export default function Product() {
  const { studio, rules, product, variants, moves, values, can } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('product', ['key', 'version', ...productNames], {
    answer,
    values,
    rules,
  })
  const list = paths.manageProducts(studio)
  return (
    <>
      <BackLink to={list}>Products</BackLink>
      <PageHead
        title={product.name}
        intro={product.archived ? 'Off sale. What was sold stays on its invoices.' : product.intro}
        actions={
          <>
            {can.write && (
              <Form method="post" action={paths.manageProductArchive(studio, product.id)}>
                <HiddenFields values={{ archived: product.archived ? '' : 'on' }} />
                <button type="submit" className="button">
                  {product.archived ? 'Put on sale again' : 'Take off sale'}
                </button>
              </Form>
            )}
            {can.move && (
              <Link className="button primary" to={paths.manageProductStock(studio, product.id)}>
                Stock
              </Link>
            )}
          </>
        }
      />
      <section className="part">
        <Table
          caption="Sizes and colours"
          columns={[
            {
              name: 'Name',
              place: 'name',
              cell: ({ id, name, codes, where }) => (
                <>
                  {can.write ? (
                    <Link to={paths.manageProductVariant(studio, product.id, { variant: id })}>
                      {name}
                    </Link>
                  ) : (
                    name
                  )}{' '}
                  <small>{[codes, where].filter(Boolean).join('. ')}</small>
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
          ]}
          rows={variants}
          rowKey={({ id }) => id}
        />
        {can.write && (
          <p>
            <Link className="button" to={paths.manageProductVariant(studio, product.id)}>
              Add a variant
            </Link>
          </p>
        )}
      </section>
      {can.write && (
        <section className="part">
          <h2>Change</h2>
          <LiveFormBody of={form} className="sheet-form">
            <HiddenFields values={{ key: values.key, version: values.version }} />
            <ProductFields fields={form.fields} />
            <FormEnd sending="Saving…" cancel={list}>
              Save changes
            </FormEnd>
          </LiveFormBody>
        </section>
      )}
      <section className="part">
        <h2>Stock moves</h2>
        {moves.length > 0 ? (
          <ul className="lines">
            {moves.map((move) => (
              <li key={move.id}>
                <b>{move.what}</b> {move.which}{' '}
                <small className="muted">
                  {move.when}. {move.rest}
                </small>
              </li>
            ))}
          </ul>
        ) : (
          <p className="muted">Nothing came or went yet.</p>
        )}
      </section>
    </>
  )
}
