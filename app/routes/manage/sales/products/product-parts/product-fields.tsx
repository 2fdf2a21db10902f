import type { Field } from '#app/ui/form/form-answer.ts'
import { TextField } from '#app/ui/form/text-field.tsx'

export const productNames = ['name', 'description', 'supplier', 'tax'] as const
export const variantNames = [
  ...(['size', 'colour', 'price', 'cost'] as const),
  ...(['sku', 'barcode', 'reorder'] as const),
] as const

/** What all variants of a product have in common. */
export function ProductFields({
  fields,
}: {
  fields: Record<(typeof productNames)[number], Field>
}) {
  return (
    <>
      <TextField field={fields.name} label="Name" hint="Like Grip socks." />
      <TextField field={fields.description} label="Description (optional)" />
      <TextField field={fields.supplier} label="Supplier (optional)" />
      <TextField
        field={fields.tax}
        label="Tax rate in %"
        hint="Tax inside the price."
        inputMode="decimal"
      />
    </>
  )
}

/** A size or colour: its price, its codes and when it is ordered again. */
export function VariantFields({
  fields,
}: {
  fields: Record<(typeof variantNames)[number], Field>
}) {
  return (
    <>
      <TextField field={fields.size} label="Size (optional)" autoComplete="off" />
      <TextField field={fields.colour} label="Colour (optional)" autoComplete="off" />
      <TextField field={fields.price} label="Price" hint="With tax." inputMode="decimal" />
      <TextField
        field={fields.cost}
        label="Cost (optional)"
        hint="What you pay for one. Members never see it."
        inputMode="decimal"
      />
      <TextField field={fields.sku} label="SKU (optional)" autoComplete="off" />
      <TextField
        field={fields.barcode}
        label="Barcode (optional)"
        hint="Scan it here."
        autoComplete="off"
      />
      <TextField
        field={fields.reorder}
        label="Order again at (optional)"
        hint="A task asks for an order once this many or fewer are left."
        inputMode="numeric"
      />
    </>
  )
}
