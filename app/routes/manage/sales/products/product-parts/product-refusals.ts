import type { ProductRefusal } from '#app/domain/products/product-words.ts'

/** The field that a refusal is about, and its sentence. */
const productRefusals: Record<
  Exclude<ProductRefusal, 'not_found'>,
  { field: string | null; text: string }
> = {
  name_taken: { field: 'name', text: 'Another product has this name. Choose another name.' },
  same_variant: {
    field: 'size',
    text: 'This product has this size and colour already. Change one of them.',
  },
  sku_taken: { field: 'sku', text: 'Another product has this SKU. Enter another.' },
  barcode_taken: { field: 'barcode', text: 'Another product has this barcode. Check it.' },
  changed_meanwhile: {
    field: null,
    text: 'Someone else changed this product meanwhile. Compare, then save again.',
  },
}

/** How a form is answered that was refused. */
export function productRefusal(reason: Exclude<ProductRefusal, 'not_found'>) {
  const { field, text } = productRefusals[reason]
  return field === null
    ? { code: reason, form: [text] }
    : { code: reason, fields: { [field]: [text] } }
}
