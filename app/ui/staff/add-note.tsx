import type { FormRules } from '#app/values/field-rules.ts'
import { controlProps, FieldError } from '../form/field-frame.tsx'
import type { PageFormAnswer } from '../form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '../form/live-form.tsx'

const kinds = [
  { value: 'note', label: 'In the activity' },
  { value: 'yellow', label: 'Pin, yellow' },
  { value: 'red', label: 'Pin, red' },
  { value: 'injury', label: 'Injury' },
] as const

/** The form that writes a note about a person: one field, and where it shows. */
export function AddNote({
  action,
  noteKey,
  answer,
  rules,
}: {
  action: string
  noteKey: string
  answer?: PageFormAnswer
  rules: FormRules
}) {
  const form = useLiveForm('note', ['text', 'kind', 'key'], {
    answer,
    values: { kind: 'note', key: noteKey },
    rules,
  })
  const { text, kind, key } = form.fields
  return (
    <LiveFormBody of={form} action={action} className="add-note">
      <input type="hidden" name="key" defaultValue={String(key.initialValue ?? noteKey)} />
      <div className={text.errors ? 'field wrong' : 'field'}>
        <label htmlFor={text.id}>Add a note</label>
        <FieldError field={text} />
        <textarea
          {...controlProps(text, null, 'lines')}
          rows={2}
          defaultValue={String(text.initialValue ?? '')}
        />
      </div>
      <div className="row">
        <fieldset className="choices">
          <legend className="vh">Where it shows</legend>
          {kinds.map(({ value, label }) => (
            <label key={value}>
              <input
                type="radio"
                name="kind"
                required={kind.required}
                value={value}
                defaultChecked={(kind.initialValue ?? 'note') === value}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <SendButton tone="" sending="Adding…">
          Add note
        </SendButton>
      </div>
    </LiveFormBody>
  )
}
