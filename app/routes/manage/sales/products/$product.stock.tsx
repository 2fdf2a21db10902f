import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { moveStock } from '#app/domain/products/move-stock.server.ts'
import { moveForm } from '#app/domain/products/product-form.ts'
import { productPage } from '#app/domain/products/product-queries.server.ts'
import { stockWords, variantName } from '#app/domain/products/product-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Stock', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'stock:write')
  const page = await productPage(ctx, params.product ?? '')
  if (!page) throw notFound()
  return {
    studio: { slug: ctx.studio.slug },
    rules: fieldRules(moveForm),
    product: { id: page.product.id, name: page.product.name },
    variants: page.variants.map((one) => ({
      value: one.id,
      label: `${variantName(one)} (${stockWords(one.stock, null).text.toLowerCase()})`,
    })),
    locations: page.locations.map(({ id, name }) => ({ value: id, label: name })),
    values: {
      key: newId(),
      kind: 'received',
      variant: page.variants[0]?.id ?? '',
      location: page.locations[0]?.id ?? '',
    },
  }
}

/** Notes what came or was given up: 303 to the product, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'stock:write')
  const submission = await parseForm(request, moveForm)
  if (submission.status !== 'success') return invalid(submission)
  const productId = params.product ?? ''
  const result = await moveStock(ctx, productId, submission.value)
  if (!result.ok) {
    const sentence = 'This variant or location is gone. Choose another.'
    return refused(submission, { code: result.reason, fields: { variant: [sentence] } })
  }
  const { kind, quantity } = submission.value
  const text = `${quantity} ${kind === 'received' ? 'received' : 'written off'}. ${
    stockWords(result.stock, null).text
  }.`
  return redirectWithFlash(app, paths.manageProduct(ctx.studio, productId), text)
}

export default function Stock() {
  const { studio, rules, product, variants, locations, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const names = ['key', 'variant', 'location', 'kind', 'quantity', 'reason'] as const
  const form = useLiveForm('stock', names, { answer, values, rules })
  const { variant, location, kind, quantity, reason } = form.fields
  const back = paths.manageProduct(studio, product.id)
  return (
    <>
      <BackLink to={back}>{product.name}</BackLink>
      <PageHead title="Stock" intro={`${product.name}: what came, or what you give up.`} />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields values={{ key: String(form.fields.key.initialValue ?? '') }} />
        <SelectField
          field={kind}
          label="What happened"
          options={[
            { value: 'received', label: 'Goods came' },
            { value: 'written_off', label: 'Damaged, lost or used up' },
          ]}
        />
        <SelectField field={variant} label="Which" options={variants} />
        <TextField field={quantity} label="How many" inputMode="numeric" />
        <SelectField field={location} label="Location" options={locations} />
        <TextField field={reason} label="Why (needed to write off)" autoComplete="off" />
        <FormEnd sending="Saving…" cancel={back}>
          Save
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
