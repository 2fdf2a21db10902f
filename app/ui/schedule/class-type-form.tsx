import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { SelectField } from '../form/choice-field.tsx'
import { LiveFormBody, SendButton, useLiveForm } from '../form/live-form.tsx'
import type { PageFormAnswer } from '../form/page-form.ts'
import { TextField } from '../form/text-field.tsx'

const names = [
  'name',
  'shortName',
  'disciplineId',
  'levelId',
  'minutes',
  'dropIn',
  'description',
  'colour',
  'icon',
] as const

export type ClassTypeValues = Record<(typeof names)[number], string>
type Choice = { id: string; name: string }
const options = (choices: readonly Choice[]) => choices.map(({ id, name }) => ({ value: id, label: name }))
const words = (list: readonly string[]) =>
  list.filter(Boolean).map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))

/** What a class is: for a new type and for one that stands. */
export function ClassTypeFields(props: {
  studio: { slug: string }
  typeKey: string
  values: ClassTypeValues
  disciplines: readonly Choice[]
  levels: readonly Choice[]
  colours: readonly string[]
  icons: readonly string[]
  answer: PageFormAnswer | undefined
  submit: string
}) {
  const { studio, typeKey, values, disciplines, levels, colours, icons, answer, submit } = props
  const form = useLiveForm('type', names, {
    answer,
    values,
    sentences: { name: 'Enter a name', shortName: 'Enter a short name', minutes: 'Enter how many minutes it lasts' },
  })
  const { fields } = form
  return (
    <LiveFormBody of={form} className="sheet-form two-columns">
      <input type="hidden" name="key" value={typeKey} />
      <TextField field={fields.name} label="Name" maxLength={60} required />
      <TextField
        field={fields.shortName}
        label="Short name"
        hint="For calendars: at most 12 characters."
        maxLength={12}
        required
      />
      <SelectField
        field={fields.disciplineId}
        label="Discipline"
        options={options(disciplines)}
        empty="Choose"
        required
      />
      <SelectField field={fields.levelId} label="Who may book" options={options(levels)} empty="Open to all" />
      <TextField field={fields.minutes} label="Minutes" inputMode="numeric" required />
      <TextField field={fields.dropIn} label="Drop-in price" hint="Empty: not sold singly." inputMode="decimal" />
      <SelectField field={fields.colour} label="Colour" options={words(colours)} empty="The studio's" />
      <SelectField field={fields.icon} label="Sign" options={words(icons)} empty="None" />
      <div className="whole">
        <TextField field={fields.description} label="What members read about it" maxLength={1000} />
      </div>
      <div className="form-end whole">
        <SendButton sending="Saving">{submit}</SendButton>
        <Link className="button quiet" to={paths.manageClassTypes(studio)}>
          Leave it
        </Link>
      </div>
    </LiveFormBody>
  )
}
