import { useActionData } from '@remix-run/react'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

const names = [
  ...(['key', 'version', 'what', 'quantity', 'price', 'tax', 'discount'] as const),
  'discountReason',
] as const

/** The fields of a line: a new one, or one that is changed. */
export function LineForm(props: {
  rules: FormRules
  values: Partial<Record<(typeof names)[number], string>>
  netPrices: boolean
  taxName: string
  action: string
  button: string
  cancel: string
}) {
  const { rules, values, netPrices, taxName, action, button, cancel } = props
  const answer = useActionData() as PageFormAnswer | undefined
  const { key, version, ...saved } = values
  const form = useLiveForm('line', names, { answer, values: saved, rules })
  const { fields } = form
  return (
    <LiveFormBody of={form} action={action} className="sheet-form">
      <HiddenFields values={{ key, version }} />
      <TextField field={fields.what} label="What it is for" autoComplete="off" />
      <TextField field={fields.quantity} label="How many" inputMode="numeric" />
      <TextField
        field={fields.price}
        label="Price of one"
        hint={netPrices ? `Without ${taxName}.` : `With ${taxName}, where there is any.`}
        inputMode="decimal"
      />
      <TextField
        field={fields.tax}
        label={`${taxName} in percent`}
        hint="0 for none."
        inputMode="decimal"
      />
      <TextField
        field={fields.discount}
        label="Discount (optional)"
        hint="An amount like 5.00 or a percentage like 10%."
        autoComplete="off"
      />
      <TextField
        field={fields.discountReason}
        label="Why the discount (if any)"
        hint="It is printed on the invoice."
        autoComplete="off"
      />
      <FormEnd sending="Saving…" cancel={cancel}>
        {button}
      </FormEnd>
    </LiveFormBody>
  )
}
