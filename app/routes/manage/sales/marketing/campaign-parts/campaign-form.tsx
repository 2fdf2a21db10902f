import { Link } from '@remix-run/react'
import { type CampaignChannel, letterPages } from '#app/db/studio/marketing/campaigns-words.ts'
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
  ...(['key', 'version', 'params', 'name', 'who', 'subject', 'subjectB', 'text'] as const),
  ...(['button', 'page'] as const),
]

const pages = letterPages
  .filter((page) => page !== '')
  .map((value) => ({ value, label: letterPageWords[value] }))

/** What a campaign says and to whom; the same form begins one and edits one, of an email or a text. */
export function CampaignFields(props: {
  channel: CampaignChannel
  rules: FormRules
  values: Partial<Record<(typeof names)[number], string>>
  choices: readonly { value: string; label: string }[]
  answer: PageFormAnswer | undefined
  /** Where segments are made. */
  people: string
  cancel: string
  send: string
}) {
  const { channel, rules, values, choices, answer, people, cancel, send } = props
  const email = channel === 'email'
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
        hint="For you; nobody who gets it sees it."
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
      {email && (
        <>
          <TextField field={fields.subject} label="Subject" autoComplete="off" />
          <TextField
            field={fields.subjectB}
            label="A second subject to try (optional)"
            hint="Half of the people get it, and you see which half booked more."
            autoComplete="off"
          />
        </>
      )}
      <TextareaField
        field={fields.text}
        label={email ? 'Email' : 'Text'}
        rows={email ? 9 : 5}
        hint={
          email
            ? '{first name}, {name}, {studio} and {staff} are filled in. A new line begins a paragraph.'
            : '{first name}, {name}, {studio} and {staff} are filled in. Your studio’s name, the link and how to end texts are added. 160 characters are one part; one emoji or curly quote makes it 70.'
        }
      />
      {email && <TextField field={fields.button} label="Button (optional)" autoComplete="off" />}
      <SelectField
        field={fields.page}
        label={email ? 'The button leads to' : 'Link to'}
        options={pages}
        empty={email ? 'No button' : 'No link'}
      />
      <FormEnd sending="Saving…" cancel={cancel}>
        {send}
      </FormEnd>
    </LiveFormBody>
  )
}
