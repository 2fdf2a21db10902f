import { portraitValue } from '#app/domain/storage/kept-image.ts'
import { paths } from '#app/paths.ts'
import type { FormRules } from '#app/values/field-rules.ts'
import { HiddenFields } from '../form/buttons.tsx'
import { CheckboxField, SelectField } from '../form/choice-field.tsx'
import { shownValue } from '../form/field-frame.tsx'
import { openedVersion, type PageFormAnswer } from '../form/form-answer.ts'
import { FormEnd } from '../form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '../form/live-form.tsx'
import { DateField, TextField } from '../form/text-field.tsx'
import { ImagePicker } from '../picker/image-picker.tsx'

const names = [
  'name',
  'preferredName',
  'email',
  'phone',
  'birthDate',
  'emergencyName',
  'emergencyPhone',
  'pronouns',
  'address',
  'barcode',
  'homeLocation',
  'referrer',
  'tags',
  'photo',
  'shared',
  'key',
] as const

export type PersonValues = Partial<Record<(typeof names)[number], string>>

/** What the studio knows of a person: the same fields to add and to change. */
export function PersonForm(props: {
  studio: { slug: string }
  answer: PageFormAnswer | undefined
  rules: FormRules
  values: PersonValues
  /** Where they may be at home; fewer than two are not asked about. */
  locations: readonly { id: string; name: string }[]
  /** The version that is shown, of somebody who is changed. */
  version?: number
  /** What their row keeps, and the link that shows it. */
  portrait?: { kept: string; link: string }
  button: string
  cancelPath: string
}) {
  const { studio, answer, rules, values, locations, version = null } = props
  const { portrait, button, cancelPath } = props
  const form = useLiveForm('person', names, { answer, values, rules })
  const {
    name,
    preferredName,
    email,
    phone,
    birthDate,
    emergencyName,
    emergencyPhone,
    pronouns,
    address,
    barcode,
    homeLocation,
    referrer,
    tags,
    photo,
    shared,
    key,
  } = form.fields
  const shown = shownValue(photo)
  return (
    <LiveFormBody of={form} encType="multipart/form-data">
      <HiddenFields
        values={{ key: String(key.initialValue ?? ''), version: openedVersion(answer, version) }}
      />
      <div className="sheet-form two-columns">
        <TextField field={name} label="Name" autoComplete="off" />
        <TextField field={preferredName} label="What coaches call them" autoComplete="off" />
        <TextField field={pronouns} label="Pronouns" hint="Such as she/her" autoComplete="off" />
        <TextField field={email} label="Email" type="email" autoComplete="off" />
        <TextField
          field={phone}
          label="Phone"
          hint="Include the country code: +44 7700 900123"
          type="tel"
          autoComplete="off"
        />
        {form.refusal === 'email_known' && (
          <div className="whole">
            <CheckboxField field={shared} label="They share this address, add them anyway" />
          </div>
        )}
        <DateField field={birthDate} label="Date of birth" />
        <TextField field={address} label="Postal address" autoComplete="off" />
        <TextField field={tags} label="Tags" hint="Separate with commas" autoComplete="off" />
        <TextField field={emergencyName} label="Who to call in an emergency" autoComplete="off" />
        <TextField field={emergencyPhone} label="Their number" type="tel" autoComplete="off" />
        <TextField field={barcode} label="Barcode" hint="On their card or tag" autoComplete="off" />
        <TextField field={referrer} label="Referred by" autoComplete="off" />
        {(locations.length > 1 || shownValue(homeLocation)) && (
          <SelectField
            field={homeLocation}
            label="Usual location"
            empty="Not set"
            options={locations.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <div className="whole">
          <ImagePicker
            field={photo}
            label="Photo"
            hint="Shown on lists and rosters. JPEG, PNG, WebP, AVIF or a still GIF, at most 20 MB."
            value={portraitValue(shown, shown === portrait?.kept ? portrait.link : '')}
            upload={paths.managePictures(studio, 'people')}
          />
        </div>
      </div>
      <FormEnd sending="Saving…" cancel={cancelPath}>
        {button}
      </FormEnd>
    </LiveFormBody>
  )
}
