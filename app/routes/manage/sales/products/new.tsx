import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { newProductForm } from '#app/domain/products/product-form.ts'
import { addProduct } from '#app/domain/products/save-product.server.ts'
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
import {
  ProductFields,
  productNames,
  VariantFields,
  variantNames,
} from './product-parts/product-fields.tsx'
import { productRefusal } from './product-parts/product-refusals.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a product', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'offers:write')
  return {
    studio: { slug: ctx.studio.slug },
    rules: fieldRules(newProductForm(ctx.studio.currency)),
    values: { key: newId(), tax: '0' },
  }
}

/** Adds a product: 303 to its page, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const submission = await parseForm(request, newProductForm(ctx.studio.currency))
  if (submission.status !== 'success') return invalid(submission)
  const result = await addProduct(ctx, submission.value)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refused(submission, productRefusal(result.reason))
  }
  const text = `${submission.value.name} is on sale. Enter what you have of it under Stock.`
  return redirectWithFlash(app, paths.manageProduct(ctx.studio, result.id), text)
}

export default function AddProduct() {
  const { studio, rules, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('product', ['key', ...productNames, ...variantNames], {
    answer,
    values,
    rules,
  })
  const list = paths.manageProducts(studio)
  return (
    <>
      <BackLink to={list}>Products</BackLink>
      <PageHead
        title="Add a product"
        intro="With its first size or colour. Add the others on its page."
      />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields values={{ key: String(form.fields.key.initialValue ?? '') }} />
        <ProductFields fields={form.fields} />
        <VariantFields fields={form.fields} />
        <FormEnd sending="Adding…" cancel={list}>
          Add product
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
