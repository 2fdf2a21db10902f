import type { SetupAnswers } from '#app/domain/onboarding/setup-draft.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextCell } from './row-field.tsx'
import type { StepFields } from './step-fields.ts'

/** Step 2: the place and its rooms. */
export function RoomsStep({
  fields: { field },
  saved,
  address,
  rows,
}: {
  fields: StepFields
  saved: SetupAnswers['rooms']
  address: string
  rows: number
}) {
  return (
    <>
      <div className="cells two-cells">
        <TextField field={field('location', saved?.location.name)} label="Name of the place" />
        <TextField
          field={field('address', saved?.location.address ?? address)}
          label="Street and number (optional)"
          autoComplete="street-address"
        />
      </div>
      <fieldset className="rows" id={field('rooms').id}>
        <legend>Rooms</legend>
        <ol>
          {Array.from({ length: rows }, (_, i) => {
            const room = saved?.rooms[i]
            return (
              <li key={i} className="cells room-cells">
                <TextCell field={field(`rooms[${i}].name`, room?.name)} label={`Room ${i + 1}`} />
                <TextCell
                  field={field(`rooms[${i}].capacity`, room?.capacity)}
                  label="People at most"
                />
              </li>
            )
          })}
        </ol>
        <p className="soft">Leave rows empty that you do not need.</p>
      </fieldset>
    </>
  )
}
