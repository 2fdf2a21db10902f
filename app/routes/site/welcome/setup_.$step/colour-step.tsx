import { pictureValue } from '#app/domain/storage/kept-image.ts'
import { brandColours, suggestedColours } from '#app/domain/studios/brand/suggested-colours.ts'
import { shownValue } from '#app/ui/form/field-frame.tsx'
import { StudioMark } from '#app/ui/layout/studio-mark.tsx'
import { ColourPicker } from '#app/ui/picker/colour-picker.tsx'
import { ImagePicker } from '#app/ui/picker/image-picker.tsx'
import { colourKey } from '#app/values/colour.ts'
import { Choices } from './row-field.tsx'
import type { StepFields } from './step-fields.ts'

/** Step 7: the colour, each shown as members would see it, or any other; and the logo. */
export function ColourStep({
  fields: { field },
  saved,
  name,
}: {
  fields: StepFields
  saved: { colour: string; logo: string }
  name: string
}) {
  const colour = field('colour', saved.colour)
  const logo = field('logo', saved.logo)
  const suggested = suggestedColours.some(({ hex }) => hex === shownValue(colour))
  return (
    <>
      <div className="hues">
        <Choices
          field={colour}
          legend="Colour"
          options={suggestedColours.map(({ hex, studio, name: words }) => ({
            value: hex,
            hue: colourKey(studio),
            label: (
              <>
                <StudioMark name={name} />
                {words}
                <span className="hue-look" aria-hidden="true">
                  Book
                </span>
              </>
            ),
          }))}
        />
      </div>
      <ColourPicker
        // One choice with the colours above: what is chosen there is not chosen here.
        field={{
          ...colour,
          id: `${colour.id}-other`,
          errors: undefined,
          initialValue: suggested ? '' : colour.initialValue,
        }}
        label="Or another colour"
        hint="We make it lighter or darker where needed so that text is easy to read."
        none={false}
        {...brandColours}
      />
      <ImagePicker
        field={logo}
        label="Logo (optional)"
        hint="Square, at least 192 pixels. JPEG, PNG, WebP, AVIF or a still GIF, at most 20 MB."
        value={pictureValue(shownValue(logo))}
      />
    </>
  )
}
