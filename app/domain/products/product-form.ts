/** What the forms of products and their stock send. Messages are on the type: empty arrives as none. */
import * as z from 'zod'
import { amountField } from '#app/domain/billing/amount-field.ts'
import { rateField } from '#app/domain/billing/settings/billing-settings-form.ts'
import { idForm } from '#app/values/id.ts'
import { typedMinor } from '#app/values/money.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'
import { sheetRows } from './product-words.ts'

const reload = 'Reload the page and try again'
const key = z.string({ error: reload }).regex(idForm, { error: reload })

const words = (most: number) =>
  z
    .string()
    .overwrite(tidyText)
    .max(most, { error: `Write at most ${most} characters` })
    .default('')

const code = z
  .string()
  .overwrite((text) => text.trim())
  .max(40, { error: 'Enter at most 40 characters' })
  .regex(/^[\x21-\x7e]*$/, { error: 'Enter letters, digits and signs without spaces' })
  .default('')

const most = 9_999

const wholeNumber = (least: number) =>
  z.coerce
    .number({ error: 'Enter a whole number' })
    .int({ error: 'Enter a whole number' })
    .min(least, { error: `Enter ${least} or more` })
    .max(most, { error: `Enter ${most} or fewer` })

const productFields = {
  key,
  version: versionField,
  name: z
    .string({ error: 'Enter a name' })
    .overwrite(tidyText)
    .min(1, { error: 'Enter a name' })
    .max(60, { error: 'Enter a name of at most 60 characters' }),
  description: words(200),
  supplier: words(60),
  tax: rateField,
}

const variantFields = (currency: string) => ({
  key,
  version: versionField,
  size: words(20),
  colour: words(20),
  sku: code,
  barcode: code,
  price: amountField(currency, `Enter a price like ${typedMinor(900, currency)}`),
  cost: z
    .string()
    .optional()
    .transform((text) => text ?? ''),
  reorder: wholeNumber(0)
    .optional()
    .transform((level) => level ?? null),
})

const costRead = (currency: string) =>
  amountField(currency, `Enter a cost like ${typedMinor(450, currency)}, or nothing`)

type Typed = { cost: string }
function withCost<Fields extends Typed>(currency: string) {
  return (
    form: Fields,
    ctx: z.RefinementCtx<Fields>,
  ): Omit<Fields, 'cost'> & { cost: number | null } => {
    if (form.cost === '') return { ...form, cost: null }
    const read = costRead(currency).safeParse(form.cost)
    if (read.success) return { ...form, cost: read.data }
    ctx.addIssue({
      code: 'custom',
      path: ['cost'],
      message: `Enter a cost like ${typedMinor(450, currency)}, or nothing`,
    })
    return z.NEVER
  }
}

/** A product with its first variant. */
export const newProductForm = (currency: string) => {
  const fields = z.object({ ...productFields, ...variantFields(currency) })
  return fields.transform(withCost<z.output<typeof fields>>(currency))
}
export type NewProductForm = z.output<ReturnType<typeof newProductForm>>

export const productForm = z.object(productFields)
export type ProductForm = z.output<typeof productForm>

export const variantForm = (currency: string) => {
  const fields = z.object(variantFields(currency))
  return fields.transform(withCost<z.output<typeof fields>>(currency))
}
export type VariantForm = z.output<ReturnType<typeof variantForm>>

/** Goods that came, or that are given up, with the reason. */
export const moveForm = z
  .object({
    key,
    variant: z.string({ error: 'Choose a variant' }).max(40),
    location: z.string({ error: 'Choose a location' }).max(40),
    kind: z.enum(['received', 'written_off'], { error: 'Choose what happened' }),
    quantity: wholeNumber(1),
    reason: words(120),
  })
  .refine(({ kind, reason }) => kind === 'received' || reason !== '', {
    path: ['reason'],
    error: 'Say why it is written off',
  })
export type MoveForm = z.output<typeof moveForm>

/**
 * A count: for each row of the sheet its variant (`v0`), what the page said is there (`w0`) and what
 * was counted (`n0`), empty where nobody counted.
 */
export const stocktakeForm = z.object({
  key,
  location: z.string({ error: 'Choose a location' }).max(40),
  reason: words(120),
  ...(Object.fromEntries(
    Array.from({ length: sheetRows }, (_, n) => [
      [`v${n}`, z.string().max(40).optional()],
      [`w${n}`, z.coerce.number().int().min(-99_999).max(99_999).catch(0).optional()],
      [`n${n}`, wholeNumber(0).optional()],
    ]).flat(),
  ) as Record<`v${number}`, z.ZodOptional<z.ZodString>> &
    Record<`${'w' | 'n'}${number}`, z.ZodOptional<z.ZodNumber>>),
})

export type Counted = { variantId: string; was: number; counted: number }

/** The rows of a sheet that somebody counted. */
export function countedOf(form: Record<string, unknown>): Counted[] {
  return Array.from({ length: sheetRows }, (_, n) => ({
    variantId: String(form[`v${n}`] ?? ''),
    was: Number(form[`w${n}`] ?? 0),
    counted: form[`n${n}`],
  })).flatMap(({ variantId, was, counted }) =>
    variantId !== '' && typeof counted === 'number' ? [{ variantId, was, counted }] : [],
  )
}
