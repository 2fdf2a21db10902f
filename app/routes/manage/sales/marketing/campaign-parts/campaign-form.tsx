import { Link } from '@remix-run/react'
import { letterPages } from '#app/db/studio/marketing/campaigns-words.ts'
import { letterPageWords } from '#app/domain/marketing/campaign-words.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

const names = [
  ...(['key', 'version', 'params', 'name', 'who', 'subject', 'text', 'button', 'page'] as const),
]

const pages = letterPages
  .filter((page) => page !== '')
  .map((value) => ({ value, label: letterPageWords[value] }))

/** What a campaign says and to whom; the same form begins one and edits one. */
export function CampaignFields(props: {
  rules: FormRules
  values: Partial<Record<(typeof names)[number], string>>
  choices: readonly { value: string; label: string }[]
  answer: PageFormAnswer | undefined
  /** Where segments are made. */
  people: string
  cancel: string
  send: string
}) {
  const { rules, values, choices, answer, people, cancel, send } = props
  const form = useLiveForm('campaign', names, { answer, rules, values })
  const { fields } = form
  return (
    <LiveFormBody of={form} className="sheet-form">
      <HiddenFields
        values={{
          key: String(fields.key.initialValue ?? ''),
          version: values.version ?? '0',
          params: values.params ?? '',
        }}
      />
      <TextField
        field={fields.name}
        label="Name"
        hint="For you; nobody who gets the email sees it."
        autoComplete="off"
      />
      <SelectField
        field={fields.who}
        label="Who gets it"
        hint={
          choices.length > 1 ? (
            <>
              Save a segment under <Link to={people}>Members</Link> to write to it.
            </>
          ) : null
        }
        options={choices}
      />
      <TextField field={fields.subject} label="Subject" autoComplete="off" />
      <TextareaField
        field={fields.text}
        label="Email"
        rows={9}
        hint="{first name}, {name}, {studio} and {staff} are filled in. A new line begins a paragraph."
      />
      <TextField field={fields.button} label="Button (optional)" autoComplete="off" />
      <SelectField
        field={fields.page}
        label="The button leads to"
        options={pages}
        empty="No button"
      />
      <FormEnd sending="Saving…" cancel={cancel}>
        {send}
      </FormEnd>
    </LiveFormBody>
  )
}
