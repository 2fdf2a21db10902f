import type { SetupAnswers } from '#app/domain/onboarding/setup-draft.ts'
import { mostRooms } from '#app/domain/onboarding/setup-fields.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextCell } from './row-field.tsx'
import type { StepFields } from './step-fields.ts'

/** Step 2: the place, how people reach it, and its rooms. */
export function RoomsStep({
  fields: { field },
  saved,
  contact,
  rows,
}: {
  fields: StepFields
  saved: SetupAnswers['rooms']
  contact: { contactEmail: string; contactPhone: string }
  rows: number
}) {
  return (
    <>
      <div className="cells two-cells">
        <TextField field={field('location', saved?.location.name)} label="Name of the location" />
        <TextField
          field={field('address', saved?.location.address)}
          label="Street and number (optional)"
          autoComplete="street-address"
        />
        <TextField
          field={field('contactEmail', contact.contactEmail)}
          label="Email for members (optional)"
          type="email"
          autoComplete="email"
        />
        <TextField
          field={field('contactPhone', contact.contactPhone)}
          label="Phone (optional)"
          type="tel"
          autoComplete="tel"
        />
      </div>
      <p className="soft">Everyone can see these, on your prices and your rules.</p>
      <fieldset className="rows" id={field('rooms').id}>
        <legend>Rooms</legend>
        <ol>
          {Array.from({ length: rows }, (_, i) => {
            const room = saved?.rooms[i]
            return (
              <li key={i} className="cells room-cells">
                <TextCell field={field(`rooms[${i}].name`, room?.name)} label={`Room ${i + 1}`} />
                <TextCell field={field(`rooms[${i}].capacity`, room?.capacity)} label="Capacity" />
              </li>
            )
          })}
        </ol>
        <p className="soft">
          Leave rows you don’t need empty.
          {rows === mostRooms && ' Add further rooms in Facilities once you’re open.'}
        </p>
      </fieldset>
    </>
  )
}
