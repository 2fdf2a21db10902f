import { studioHues } from '#app/domain/studios/setup-fields.ts'
import { StudioMark } from '#app/ui/layout/studio-mark.tsx'
import { Choices } from './row-field.tsx'
import type { StepFields } from './step-fields.ts'

/** Step 7: the colour, each shown as members would see it. */
export function ColourStep({
  fields: { field },
  saved,
  name,
  colourOf,
}: {
  fields: StepFields
  saved: number | undefined
  name: string
  colourOf: (hue: number) => string
}) {
  return (
    <div className="hues">
      <Choices
        field={field('hue', saved)}
        legend="Colour"
        options={studioHues.map((one) => ({
          value: String(one.hue),
          hue: colourOf(one.hue),
          label: (
            <>
              <StudioMark name={name} />
              {one.name}
              <span className="hue-look" aria-hidden="true">
                Book
              </span>
            </>
          ),
        }))}
      />
    </div>
  )
}
