import { HiddenFields, SubmitButton } from '../form/buttons.tsx'
import { CheckboxField, SelectField } from '../form/choice-field.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import { fieldOfNoForm } from '../form/field-frame.tsx'
import { RangeField } from '../form/range-field.tsx'
import { DateField, PasswordField, TextField } from '../form/text-field.tsx'
import { TextareaField } from '../form/textarea-field.tsx'
import { TickFields } from '../form/tick-fields.tsx'
import { Example, Section } from './example.tsx'

const options = [
  { value: 'yoga', label: 'Yoga' },
  { value: 'pole', label: 'Pole' },
]
const wrong = (name: string, error: string, value = '') =>
  fieldOfNoForm(`${name}-error`, { error, value })

const disciplines = options.map(({ value, label }) => ({ id: value, name: label }))

function Disciplines({ name, chosen, error }: { name: string; chosen: string[]; error?: string }) {
  const field = error ? wrong(name, error) : fieldOfNoForm(name)
  const props = { field, chosen, choices: disciplines, answer: undefined }
  return <TickFields {...props} legend="Disciplines" hint="What it can be used for." />
}

/** Fields and buttons, empty, filled in and wrong. */
export function FormParts() {
  return (
    <>
      <Section title="Fields">
        <Example state="empty">
          <TextField
            field={fieldOfNoForm('name')}
            label="Name"
            hint="As members read it"
            required
          />
        </Example>
        <Example state="filled">
          <TextField field={fieldOfNoForm('name-filled', { value: 'Slow flow' })} label="Name" />
        </Example>
        <Example state="error">
          <TextField field={wrong('name', 'Enter a name')} label="Name" />
        </Example>
        <Example state="empty">
          <TextareaField field={fieldOfNoForm('about')} label="About" />
        </Example>
        <Example state="filled">
          <TextareaField
            field={fieldOfNoForm('about-filled', { value: 'Long holds,\nfew words.' })}
            label="About"
          />
        </Example>
        <Example state="filled">
          <RangeField
            name="price"
            label="Highest price"
            value={25}
            scale={{ max: 60, step: 5 }}
            say={(pounds) => `£${pounds}`}
            any="Any price"
          />
        </Example>
        <Example state="error">
          <TextareaField field={wrong('about', 'Write at most 1,000 characters')} label="About" />
        </Example>
        <Example state="empty">
          <SelectField
            field={fieldOfNoForm('kind')}
            label="Discipline"
            options={options}
            empty="Choose"
          />
        </Example>
        <Example state="filled">
          <SelectField
            field={fieldOfNoForm('kind-filled', { value: 'pole' })}
            label="Discipline"
            options={options}
          />
        </Example>
        <Example state="error">
          <SelectField
            field={wrong('kind', 'Choose a discipline')}
            label="Discipline"
            options={options}
            empty="Choose"
          />
        </Example>
        <Example state="empty">
          <DateField field={fieldOfNoForm('from')} label="From" />
        </Example>
        <Example state="filled">
          <DateField field={fieldOfNoForm('from-filled', { value: '2026-11-20' })} label="From" />
        </Example>
        <Example state="error">
          <DateField field={wrong('from', 'Enter a date that exists')} label="From" />
        </Example>
        <Example state="empty">
          <PasswordField
            field={fieldOfNoForm('password')}
            label="Password"
            autoComplete="new-password"
          />
        </Example>
        <Example state="error">
          <PasswordField
            field={wrong('password', 'Use at least 8 characters')}
            label="Password"
            autoComplete="new-password"
          />
        </Example>
        <Example state="empty">
          <CheckboxField field={fieldOfNoForm('agree')} label="I have read the rules" />
        </Example>
        <Example state="filled">
          <CheckboxField
            field={fieldOfNoForm('agree-filled', { value: 'on' })}
            label="I have read the rules"
          />
        </Example>
        <Example state="error">
          <CheckboxField field={wrong('agree', 'Tick it to go on')} label="I have read the rules" />
        </Example>
        <Example state="empty">
          <Disciplines name="for" chosen={[]} />
        </Example>
        <Example state="filled">
          <Disciplines name="for-filled" chosen={['yoga']} />
        </Example>
        <Example state="error">
          <Disciplines name="for-wrong" chosen={[]} error="Choose at least one" />
        </Example>
      </Section>
      <Section title="Buttons">
        <Example state="primary">
          <button type="button" className="button primary">
            Book Thursday 18:30
          </button>
        </Example>
        <Example state="plain">
          <button type="button" className="button">
            See the dates
          </button>
        </Example>
        <Example state="of a form">
          <form method="get">
            <HiddenFields values={{ kept: 'value' }} />
            <SubmitButton>Save my details</SubmitButton>
          </form>
        </Example>
      </Section>
      <Section title="What is wrong with a form">
        <Example state="error" wide>
          <ErrorSummary
            id="gallery"
            refusal="class_full"
            errors={[
              { field: 'f-name-error', text: 'Enter a name' },
              { field: null, text: 'The class is full. Choose another date' },
            ]}
          />
        </Example>
      </Section>
    </>
  )
}
