import type { SetupAnswers } from '#app/domain/onboarding/setup-draft.ts'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { Choices } from './row-field.tsx'
import type { StepFields } from './step-fields.ts'

/** What everybody signs before they book. */
export function WaiverStep({
  fields: { field },
  saved,
  starter,
}: {
  fields: StepFields
  saved: SetupAnswers['waiver']
  starter: string
}) {
  const before = saved && (saved.text ? 'yes' : 'no')
  return (
    <div className="stack wide-gap">
      <Choices
        field={field('signs', before)}
        legend="Do people sign a waiver?"
        options={[
          { value: 'yes', label: 'Yes, this one, before their first booking' },
          { value: 'no', label: 'No, or later' },
        ]}
      />
      <TextareaField field={field('text', saved?.text || starter)} label="Your waiver" rows={14} />
    </div>
  )
}
