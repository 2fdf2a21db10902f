import { Link } from '@remix-run/react'
import { accessNames, languages } from '#app/domain/calendar/class-access.ts'
import { classColours } from '#app/domain/calendar/class-sign.ts'
import { pictureValue } from '#app/domain/storage/kept-image.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { shownValue } from '#app/ui/form/field-frame.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TickFields } from '#app/ui/form/tick-fields.tsx'
import { ColourPicker } from '#app/ui/picker/colour-picker.tsx'
import { IconPicker } from '#app/ui/picker/icon-picker.tsx'
import { ImagePicker } from '#app/ui/picker/image-picker.tsx'
import type { FormRules } from '#app/values/field-rules.ts'
import type { IconChoices } from '#app/values/icon.ts'

const names = [
  'name',
  'shortName',
  'disciplineId',
  'levelId',
  'minutes',
  'dropIn',
  'setUpMinutes',
  'walkIns',
  'language',
  'access',
  'description',
  'colour',
  'icon',
  'cover',
] as const

export type ClassTypeValues = Record<(typeof names)[number], string>

const languageOptions = Object.entries(languages).map(([value, label]) => ({ value, label }))
const accessChoices = Object.entries(accessNames).map(([id, name]) => ({ id, name }))
type Choice = { id: string; name: string }
const options = (choices: readonly Choice[]) =>
  choices.map(({ id, name }) => ({ value: id, label: name }))

/** What a class is: for a new type and for one that stands. */
export function ClassTypeFields(props: {
  studio: { slug: string }
  typeKey: string
  /** The version that is shown; null for a new type. */
  version: number | null
  values: ClassTypeValues
  disciplines: readonly Choice[]
  levels: readonly Choice[]
  icons: IconChoices
  answer: PageFormAnswer | undefined
  rules: FormRules
  submit: string
}) {
  const { studio, typeKey, version, values, disciplines, levels, icons, answer, rules, submit } =
    props
  const form = useLiveForm('type', names, {
    answer,
    values,
    rules,
  })
  const { fields } = form
  return (
    <LiveFormBody of={form} className="sheet-form two-columns" encType="multipart/form-data">
      <HiddenFields values={{ key: typeKey, version: openedVersion(answer, version) }} />
      <TextField field={fields.name} label="Name" />
      <TextField
        field={fields.shortName}
        label="Short name"
        hint="For calendars: at most 12 characters."
      />
      <SelectField
        field={fields.disciplineId}
        label="Discipline"
        options={options(disciplines)}
        empty="Choose"
      />
      <SelectField
        field={fields.levelId}
        label="Who may book"
        options={options(levels)}
        empty="Open to all"
      />
      <TextField field={fields.minutes} label="Minutes" />
      <TextField
        field={fields.dropIn}
        label="Drop-in price"
        hint="Leave empty if you don’t sell single classes."
      />
      <TextField
        field={fields.setUpMinutes}
        label="Set-up before it"
        hint="Minutes for which its room is taken before the class."
      />
      <TextField
        field={fields.walkIns}
        label="Kept for walk-ins"
        hint="Places of each class that are given at the desk only."
      />
      <SelectField
        field={fields.language}
        label="Taught in"
        options={languageOptions}
        empty="Not said"
      />
      <TickFields
        field={fields.access}
        legend="Accessibility"
        choices={accessChoices}
        chosen={values.access.split(',')}
        answer={answer}
      />
      <IconPicker field={fields.icon} label="Icon" icons={answer?.icons ?? icons} />
      <ColourPicker field={fields.colour} label="Colour" {...classColours} />
      <div className="whole">
        <ImagePicker
          field={fields.cover}
          label="Cover"
          hint={
            'Members see it on the class page. ' +
            'JPEG, PNG, WebP, AVIF or a still GIF, at most 20 MB.'
          }
          value={pictureValue(shownValue(fields.cover))}
          upload={paths.managePictures(studio, 'classes')}
        />
      </div>
      <div className="whole">
        <TextField field={fields.description} label="Description" />
      </div>
      <div className="form-end whole">
        <SendButton sending="Saving…">{submit}</SendButton>
        <Link className="button quiet" to={paths.manageClassTypes(studio)}>
          Cancel
        </Link>
      </div>
    </LiveFormBody>
  )
}
