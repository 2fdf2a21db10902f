import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { CheckboxField, SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

const names = [
  ...(['key', 'version', 'name', 'slug', 'headline', 'text', 'offer'] as const),
  ...(['headlineB', 'textB'] as const),
  ...(['coupon', 'reminds'] as const),
] as const

type Option = { value: string; label: string }

/** What a funnel says and sells. */
export function FunnelFields(props: {
  rules: FormRules
  values: Partial<Record<(typeof names)[number], string>>
  offers: readonly Option[]
  coupons: readonly Option[]
  /** Where its page is, up to the last word of the address. */
  address: string
  answer: PageFormAnswer | undefined
  send: string
  cancel: string
}) {
  const { rules, values, offers, coupons, address, answer, send, cancel } = props
  const form = useLiveForm('funnel', names, { answer, rules, values })
  const { fields } = form
  return (
    <LiveFormBody of={form} className="sheet-form">
      <HiddenFields
        values={{ key: String(fields.key.initialValue ?? ''), version: values.version }}
      />
      <TextField
        field={fields.name}
        label="Name"
        hint="For staff, like Two-week intro spring."
        autoComplete="off"
      />
      <SelectField
        field={fields.offer}
        label="What it sells"
        hint="A pack that people may buy once is an intro offer: the checkout lets each person have it once."
        empty="Choose a pack or a membership"
        options={offers}
      />
      {coupons.length > 0 && (
        <SelectField
          field={fields.coupon}
          label="Coupon (optional)"
          hint="It is filled in at the checkout."
          empty="No coupon"
          options={coupons}
        />
      )}
      <TextField field={fields.headline} label="Headline" autoComplete="off" />
      <TextareaField
        field={fields.text}
        label="Text (optional)"
        rows={6}
        hint="What people get, who it is for and what to bring. Each line is a paragraph."
      />
      <details open={Boolean(values.headlineB || values.textB)}>
        <summary>Try a second page</summary>
        <TextField
          field={fields.headlineB}
          label="Second headline (optional)"
          hint="Half of the visitors read it, always the same half, and you see which half bought more. Left empty, both read the headline above."
          autoComplete="off"
        />
        <TextareaField
          field={fields.textB}
          label="Second text (optional)"
          rows={6}
          hint="Left empty, both read the text above."
        />
      </details>
      <TextField
        field={fields.slug}
        label="Address"
        hint={`The last word of ${address}. Changing it breaks links that you have shared.`}
        autoComplete="off"
      />
      <CheckboxField
        field={fields.reminds}
        label="Email people once who start and don’t buy, 4 hours later, if they agreed to news by email"
      />
      <FormEnd sending="Saving…" cancel={cancel}>
        {send}
      </FormEnd>
    </LiveFormBody>
  )
}
