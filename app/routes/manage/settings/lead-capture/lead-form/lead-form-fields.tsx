import { CheckboxField, SelectField } from '#app/ui/form/choice-field.tsx'
import type { Field } from '#app/ui/form/form-answer.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'

type Choice = { value: string; label: string }

export const formNames = [
  ...['key', 'name', 'title', 'intro', 'phone', 'interests', 'times', 'message', 'questions'],
  ...['thanks', 'replySubject', 'replyText', 'pipelineId', 'sourceId', 'ownerId', 'closed'],
  ...['ask_email_marketing', 'text_email_marketing', 'ask_sms_marketing', 'text_sms_marketing'],
  ...['ask_phone_marketing', 'text_phone_marketing', 'ask_any_photos', 'text_any_photos'],
]

const phones = [
  { value: 'optional', label: 'Optional' },
  { value: 'required', label: 'Required, instead of the email' },
  { value: 'off', label: 'Not asked' },
]

/** What a lead form asks, says and does. */
export function LeadFormFields(props: {
  fields: Record<string, Field>
  pipelines: readonly Choice[]
  sources: readonly Choice[]
  staff: readonly Choice[]
  types: readonly { id: string; name: string }[]
  trialTypes: readonly string[]
  consents: readonly { asked: string; field: string; title: string }[]
}) {
  const { pipelines, sources, staff, types, trialTypes, consents } = props
  const field = (name: string) => props.fields[name] as Field
  return (
    <>
      <TextField field={field('name')} label="Name of the form" hint="Only staff see it." />
      <TextField field={field('title')} label="Title" />
      <TextareaField field={field('intro')} label="Introduction (optional)" rows={2} />
      <SelectField field={field('phone')} label="Phone number" options={phones} />
      <TextareaField
        field={field('interests')}
        label="What they can be interested in (optional)"
        hint="One a line."
        rows={3}
      />
      <CheckboxField field={field('times')} label="Ask when they could come" />
      <CheckboxField field={field('message')} label="Let them write a message" />
      <TextareaField
        field={field('questions')}
        label="Questions of your own (optional)"
        hint="One a line, at most 5."
        rows={2}
      />
      <fieldset className="field">
        <legend>Consents to ask for</legend>
        <p className="soft">
          Never required. Who ticks a box consents to the words as they are now; other words are a
          new version.
        </p>
        {consents.map(({ asked, field: text, title }) => (
          <div key={asked}>
            <CheckboxField field={field(asked)} label={title} />
            <TextareaField field={field(text)} label={`Words for: ${title}`} rows={2} />
          </div>
        ))}
      </fieldset>
      <TextareaField field={field('thanks')} label="What the thank-you page says" rows={3} />
      {types.length > 0 && (
        <fieldset className="field">
          <legend>Free trials to book with the form (optional)</legend>
          {types.map(({ id, name }) => (
            <label key={id} className="tick">
              <input
                type="checkbox"
                name="trialTypes"
                value={id}
                defaultChecked={trialTypes.includes(id)}
              />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
      )}
      <TextField field={field('replySubject')} label="Email that answers: subject (optional)" />
      <TextareaField
        field={field('replyText')}
        label="Email that answers: text (optional)"
        rows={5}
      />
      <SelectField field={field('pipelineId')} label="Pipeline" options={pipelines} />
      <SelectField field={field('sourceId')} label="Source" options={sources} />
      <SelectField field={field('ownerId')} label="Owner" options={staff} empty="Next in turn" />
      <CheckboxField field={field('closed')} label="Closed: the form can’t be sent" />
    </>
  )
}
