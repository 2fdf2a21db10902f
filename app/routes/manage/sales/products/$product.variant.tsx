import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { variantForm } from '#app/domain/products/product-form.ts'
import { productPage } from '#app/domain/products/product-queries.server.ts'
import { variantName } from '#app/domain/products/product-words.ts'
import { saveVariant } from '#app/domain/products/save-product.server.ts'
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
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { typedMinor } from '#app/values/money.ts'
import { VariantFields, variantNames } from './product-parts/product-fields.tsx'
import { productRefusal } from './product-parts/product-refusals.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.title ?? 'Variant', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const page = await productPage(ctx, params.product ?? '')
  if (!page) throw notFound()
  const asked = app.url.searchParams.get('variant')
  const variant = page.variants.find(({ id }) => id === asked)
  if (asked !== null && !variant) throw notFound()
  const { slug, currency } = ctx.studio
  const like = variant ?? page.variants[0]
  const typed = (minor: number | null | undefined) =>
    minor === null || minor === undefined ? '' : typedMinor(minor, currency)
  return {
    studio: { slug },
    rules: fieldRules(variantForm(currency)),
    product: { id: page.product.id, name: page.product.name },
    title: variant ? variantName(variant) : 'Add a variant',
    known: variant !== undefined,
    values: {
      key: newId(),
      version: String(variant?.version ?? 0),
      size: variant?.size ?? '',
      colour: variant?.colour ?? '',
      sku: variant?.sku ?? '',
      barcode: variant?.barcode ?? '',
      price: typed(like?.priceMinor),
      cost: typed(like?.costMinor),
      reorder: String(like?.reorderLevel ?? ''),
    },
  }
}

/** Adds or changes a variant: 303 to its product, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const submission = await parseForm(request, variantForm(ctx.studio.currency))
  if (submission.status !== 'success') return invalid(submission)
  const productId = params.product ?? ''
  const variantId = app.url.searchParams.get('variant')
  const result = await saveVariant(ctx, { productId, variantId }, submission.value)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refused(submission, productRefusal(result.reason))
  }
  const text = variantId === null ? 'Variant added.' : 'Variant saved. It is for sales from now on.'
  return redirectWithFlash(app, paths.manageProduct(ctx.studio, productId), text)
}

export default function Variant() {
  const { studio, rules, product, title, known, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('variant', ['key', 'version', ...variantNames], {
    answer,
    values,
    rules,
  })
  const back = paths.manageProduct(studio, product.id)
  return (
    <>
      <BackLink to={back}>{product.name}</BackLink>
      <PageHead
        title={title}
        intro={
          known
            ? 'A new price is for new sales only.'
            : `Another size or colour of ${product.name}.`
        }
      />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields values={{ key: values.key, version: values.version }} />
        <VariantFields fields={form.fields} />
        <FormEnd sending="Saving…" cancel={back}>
          {known ? 'Save changes' : 'Add variant'}
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
