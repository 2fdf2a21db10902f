import type { DraftClass, DraftRoom, DraftWeekly } from '#app/domain/studios/setup-draft.ts'
import { SelectCell, TextCell } from './row-field.tsx'
import type { StepFields } from './step-fields.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((label, i) => ({
  value: String(i + 1),
  label,
}))

const optionsOf = (things: readonly { id: string; name: string }[]) =>
  things.map(({ id, name }) => ({ value: id, label: name }))

/** Step 4: the classes of a week. */
export function WeekStep({
  fields: { field },
  saved,
  classes,
  rooms,
  rows,
}: {
  fields: StepFields
  saved: readonly DraftWeekly[]
  classes: readonly DraftClass[]
  rooms: readonly DraftRoom[]
  rows: number
}) {
  const [firstRoom] = rooms
  return (
    <fieldset className="rows" id={field('classes').id}>
      <legend>Each week</legend>
      <ol>
        {Array.from({ length: rows }, (_, i) => {
          const weekly = saved[i]
          const name = `classes[${i}]`
          return (
            <li key={i} className="cells week-cells">
              <SelectCell field={field(`${name}.weekday`, weekly?.weekday)} label="Day" options={weekdays} />
              <TextCell field={field(`${name}.time`, weekly?.time)} label="Time" type="time" />
              <SelectCell
                field={field(`${name}.classId`, weekly?.classId)}
                label="Class"
                options={optionsOf(classes)}
              />
              <SelectCell field={field(`${name}.roomId`, weekly?.roomId)} label="Room" options={optionsOf(rooms)} />
              <TextCell
                field={field(`${name}.capacity`, weekly?.capacity ?? firstRoom?.capacity)}
                label="Places"
                inputMode="numeric"
                maxLength={4}
              />
            </li>
          )
        })}
      </ol>
      <p className="soft">A row without a time is left out. You coach these classes until you add your coaches.</p>
    </fieldset>
  )
}
