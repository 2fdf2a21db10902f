import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

const names = ['version', 'letters', 'days', 'fromHour', 'untilHour', 'textPrice'] as const

/** How often and when the studio writes to one person, for every campaign. */
export function HowOften(props: {
  rules: FormRules
  values: Record<(typeof names)[number], string>
  currency: string
  answer: PageFormAnswer | undefined
}) {
  const { rules, values, currency, answer } = props
  const form = useLiveForm('how-often-form', names, { answer, rules, values })
  const { fields } = form
  return (
    <section id="how-often" aria-labelledby="how-often-title">
      <h2 id="how-often-title">How often</h2>
      <p className="muted">
        Campaigns, automations and offers’ reminders count together. Receipts and class changes
        don’t.
      </p>
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields values={{ version: values.version }} />
        <div className="sheet-form two-columns">
          <TextField
            field={fields.letters}
            label="Emails and texts per person, at most"
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField
            field={fields.days}
            label="In so many days"
            inputMode="numeric"
            autoComplete="off"
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
          <TextField
            field={fields.textPrice}
            label={`What one part of a text costs you, in ${currency} (optional)`}
            hint="160 characters are one part."
            inputMode="decimal"
            autoComplete="off"
          />
        </div>
        <div>
          <SendButton tone="" sending="Saving…">
            Save changes
          </SendButton>
        </div>
      </LiveFormBody>
    </section>
  )
}
