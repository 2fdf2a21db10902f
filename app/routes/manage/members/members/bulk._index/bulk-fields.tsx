import type { BulkAct } from '#app/domain/people/bulk/bulk-words.ts'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import type { LiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'

export const bulkFieldNames = ['tag', 'text', 'kind', 'reason', 'mail', 'p'] as const

const kinds = [
  ['note', 'In their activity'],
  ['yellow', 'Pin, yellow'],
  ['red', 'Pin, red'],
] as const

/** What each act asks for. */
export function BulkFields(props: {
  act: BulkAct
  fields: LiveForm<(typeof bulkFieldNames)[number]>['fields']
  tags: readonly string[]
}) {
  const { act, fields, tags } = props
  switch (act) {
    case 'tag':
    case 'untag':
      return (
        <>
          <TextField
            field={fields.tag}
            label="Tag"
            hint="A word or two, like “first month”."
            list="known-tags"
            autoComplete="off"
          />
          <datalist id="known-tags">
            {tags.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </>
      )
    case 'note':
      return (
        <>
          <TextareaField field={fields.text} label="Note" />
          <fieldset className="field" id={fields.kind.id}>
            <legend>Where it shows</legend>
            <div className="choices">
              {kinds.map(([value, label]) => (
                <label key={value}>
                  <input
                    type="radio"
                    name="kind"
                    required={fields.kind.required}
                    value={value}
                    defaultChecked={(fields.kind.initialValue ?? 'note') === value}
                  />
                  {label}
                </label>
              ))}
            </div>
          </fieldset>
        </>
      )
    case 'notice':
      return (
        <>
          <TextareaField
            field={fields.text}
            label="Message"
            hint="They see it in the app, under Notices."
          />
          <CheckboxField
            field={fields.mail}
            label="Email it too, a child’s to their guardian, once a family"
          />
        </>
      )
    case 'archive':
      return (
        <TextField
          field={fields.reason}
          label="Why"
          hint="Staff see this in the person’s history"
        />
      )
    case 'invite':
    case 'restore':
      return null
  }
}
