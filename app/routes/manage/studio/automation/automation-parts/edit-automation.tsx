import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

const names = ['version', 'name', 'days', 'subject', 'text', 'fromHour', 'untilHour'] as const

/** The form that changes an automation; runs that have begun keep what they had. */
export function EditAutomation(props: {
  rules: FormRules
  values: Record<(typeof names)[number], string>
  hasDays: boolean
  answer: PageFormAnswer | undefined
}) {
  const { rules, values, hasDays, answer } = props
  const form = useLiveForm('automation', names, { answer, rules, values })
  const { fields } = form
  return (
    <section>
      <h2>Change it</h2>
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields
          values={{ version: values.version, ...(hasDays ? {} : { days: values.days }) }}
        />
        <TextField field={fields.name} label="Name" autoComplete="off" />
        {hasDays && (
          <TextField field={fields.days} label="Days" inputMode="numeric" autoComplete="off" />
        )}
        <TextField field={fields.subject} label="Subject" autoComplete="off" />
        <TextareaField
          field={fields.text}
          label="Email"
          rows={6}
          hint="{first name}, {name} and {studio} are filled in."
        />
        <TextField
          field={fields.fromHour}
          label="Sends from (hour)"
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          field={fields.untilHour}
          label="Sends until (hour)"
          inputMode="numeric"
          autoComplete="off"
        />
        <div>
          <SendButton tone="" sending="Saving…">
            Save changes
          </SendButton>
        </div>
      </LiveFormBody>
    </section>
  )
}
