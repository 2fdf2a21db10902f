import type { DraftClass, DraftRoom, DraftWeekly } from '#app/domain/onboarding/setup-draft.ts'
import { mostWeekly } from '#app/domain/onboarding/setup-fields.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { Field } from '#app/ui/form/form-answer.ts'
import { SelectCell, TextCell } from './row-field.tsx'
import type { StepFields } from './step-fields.ts'

const weekdays = [
  '–',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
].map((label, i) => ({ value: i === 0 ? '' : String(i), label }))

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
    <>
      <FileOfWeek field={field('file')} oneRoom={rooms.length === 1} />
      <fieldset className="rows" id={field('classes').id}>
        <legend>Each week</legend>
        <ol>
          {Array.from({ length: rows }, (_, i) => {
            const weekly = saved[i]
            const name = `classes[${i}]`
            return (
              <li
                key={i}
                className={rooms.length > 1 ? 'cells week-cells' : 'cells week-cells one-room'}
              >
                <SelectCell
                  field={field(`${name}.weekday`, weekly?.weekday)}
                  label="Day"
                  options={weekdays}
                />
                <TextCell field={field(`${name}.time`, weekly?.time)} label="Time" type="time" />
                <SelectCell
                  field={field(`${name}.classId`, weekly?.classId)}
                  label="Class"
                  options={optionsOf(classes)}
                />
                {rooms.length > 1 && (
                  <SelectCell
                    field={field(`${name}.roomId`, weekly?.roomId)}
                    label="Room"
                    options={optionsOf(rooms)}
                  />
                )}
                <TextCell
                  field={field(`${name}.capacity`, weekly?.capacity ?? firstRoom?.capacity)}
                  label="Places"
                />
                {rooms.length === 1 && (
                  <HiddenFields values={{ [`${name}.roomId`]: firstRoom?.id }} />
                )}
              </li>
            )
          })}
        </ol>
        <p className="soft">
          Leave rows you don’t need without a day and a time. You’re the coach until you add your
          coaches.{rows === mostWeekly && ' Add further classes in Schedule once you’re open.'}
        </p>
      </fieldset>
    </>
  )
}

/** The whole week out of a file, instead of typing it. */
function FileOfWeek({ field, oneRoom }: { field: Field; oneRoom: boolean }) {
  return (
    <div className={field.errors ? 'field wrong' : 'field'}>
      <label htmlFor={field.id}>Have your timetable in a file?</label>
      <p className="soft" id={field.descriptionId}>
        A spreadsheet saved as .csv with the columns Day, Time{oneRoom ? '' : ', Room'} and Class
        (End and Places, too, if you have them), or a calendar saved as .ics. It replaces the
        classes below, and you check them here.
      </p>
      {field.errors && (
        <div className="bad stack" id={field.errorId}>
          <p>
            <span className="vh">Error: </span>
            Nothing was read. Correct these in your file and choose it again:
          </p>
          <ul>
            {field.errors.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      <input
        id={field.id}
        type="file"
        name={field.name}
        accept=".csv,.txt,.ics,text/csv,text/calendar"
        aria-describedby={`${field.descriptionId}${field.errors ? ` ${field.errorId}` : ''}`}
      />
      <p>
        <button type="submit" className="button">
          Read the file
        </button>
      </p>
    </div>
  )
}
