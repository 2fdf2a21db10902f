import { disciplinePacks } from '#app/domain/onboarding/discipline-packs.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { currencyName } from '#app/values/wording.ts'
import { zoneInWords } from '#app/values/zone.ts'
import { Choices } from './row-field.tsx'
import type { StepFields } from './step-fields.ts'

export type StudioStepData = {
  /** Where the studio's pages will be, before its slug. */
  host: string
  zones: readonly string[]
  currencies: readonly string[]
  saved: {
    name: string
    slug: string
    timeZone: string
    currency: string
    town: string
  } | null
  /** Guessed where nothing was saved. */
  zone: string
}

/** Step 1: what the studio is. */
export function StudioStep({
  fields,
  data,
  chosen,
}: {
  fields: StepFields
  data: StudioStepData
  chosen: readonly string[]
}) {
  const { saved } = data
  const { field } = fields
  return (
    <>
      <TextField field={field('name', saved?.name)} label="Name" autoComplete="organization" />
      <TextField
        field={field('slug', saved?.slug)}
        label="Web address"
        hint={`${data.host}/… Leave it empty to use the name.`}
        autoComplete="off"
      />
      <div className="cells two-cells">
        <TextField field={field('town', saved?.town)} label="Town" autoComplete="address-level2" />
        <TextField
          field={field('timeZone', saved ? zoneInWords(saved.timeZone) : data.zone)}
          label="Time zone"
          hint="Type a city near you and choose from the list."
          list="zones"
          autoComplete="off"
        />
        <datalist id="zones">
          {data.zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <SelectField
          field={field('currency', saved?.currency)}
          label="Currency"
          empty="Choose a currency"
          options={data.currencies.map((code) => ({ value: code, label: currencyName(code) }))}
        />
      </div>
      <Choices
        many
        field={field('disciplines')}
        legend="What do you teach?"
        hint="Each comes with classes and levels to start from. You can change them later."
        options={disciplinePacks.map(({ key, name }) => ({
          value: key,
          label: name,
          checked: chosen.includes(key),
        }))}
      />
    </>
  )
}
