import type { SetupAnswers } from '#app/domain/onboarding/setup-draft.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Choices } from './row-field.tsx'
import type { StepFields } from './step-fields.ts'

/** The tax in prices. */
export function TaxStep({
  fields: { field },
  saved,
}: {
  fields: StepFields
  saved: SetupAnswers['tax']
}) {
  const before = saved && (saved.rateBp > 0 ? 'yes' : 'no')
  return (
    <div className="stack wide-gap">
      <Choices
        field={field('charges', before)}
        legend="Do your prices include tax?"
        options={[
          { value: 'no', label: 'No. I’m not registered for tax on what I sell' },
          { value: 'yes', label: 'Yes' },
        ]}
      />
      <div className="cells two-cells">
        <TextField
          field={field('taxName', saved?.taxName ?? 'VAT')}
          label="Name of the tax"
          hint="VAT, GST or Sales tax."
        />
        <TextField
          field={field('taxRate', saved && saved.rateBp > 0 ? saved.rateBp / 100 : null)}
          label="Rate, %"
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField field={field('taxNumber', saved?.taxNumber)} label="Tax number (optional)" />
      </div>
    </div>
  )
}
