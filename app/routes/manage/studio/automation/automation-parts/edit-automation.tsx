import type { OwnControl } from '#app/domain/people/list/own-controls.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { type PageFormAnswer, sentOf } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { OwnFilters } from '#app/ui/staff/own-filters.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

const names = [
  'version',
  'name',
  'days',
  'targetId',
  'subject',
  'text',
  'fromHour',
  'untilHour',
] as const

/** A condition as a refused form was sent with it, else as it is kept. */
function typedOwn(answer: PageFormAnswer | undefined, { name, value }: OwnControl): string {
  const sent = sentOf(answer)
  if (!sent) return value
  const [, field = '', how = ''] = name.split('.')
  const own = sent.own as Record<string, Record<string, string>> | undefined
  return own?.[field]?.[how] ?? ''
}

/** The form that changes an automation; runs that have begun keep what they had. */
export function EditAutomation(props: {
  rules: FormRules
  values: Record<(typeof names)[number], string>
  /** The webhooks it can tell. */
  actions: readonly { value: string; label: string }[]
  hasDays: boolean
  own: readonly OwnControl[]
  answer: PageFormAnswer | undefined
}) {
  const { rules, values, actions, hasDays, own, answer } = props
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
        {actions.length > 0 && (
          <SelectField
            field={fields.targetId}
            label="What it does"
            hint="An event goes to a webhook at once, at any hour, instead of the email."
            options={actions}
            empty="Email them"
          />
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
        {own.length > 0 && (
          <fieldset className="more-filters">
            <legend>Only people who answered</legend>
            <div>
              <OwnFilters own={own.map((one) => ({ ...one, value: typedOwn(answer, one) }))} />
            </div>
          </fieldset>
        )}
        <div>
          <SendButton tone="" sending="Saving…">
            Save changes
          </SendButton>
        </div>
      </LiveFormBody>
    </section>
  )
}
