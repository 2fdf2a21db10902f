import type { ReactNode } from 'react'
import { shownMark } from '#app/domain/calendar/shown-clashes.ts'
import type { MovePageData } from '#app/domain/scheduling/series/move-view.ts'
import type { FormRules } from '#app/values/field-rules.ts'
import { SelectField } from '../form/choice-field.tsx'
import { openedVersion, type PageFormAnswer } from '../form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '../form/live-form.tsx'
import { TextField } from '../form/text-field.tsx'
import { Icon } from '../icon/icon.tsx'

/**
 * What a move changes, who is told, what is in the way; then its form. The same on a page of its
 * own and over the calendar.
 */
export function MoveForm(props: {
  data: MovePageData
  rules: FormRules
  answer?: PageFormAnswer | undefined
  leave: ReactNode
}) {
  const { data, rules, answer, leave } = props
  const { path, values, resizes, version, view, by, conflicts, rooms, coaches } = data
  const names = ['date', 'time', 'minutes', 'roomId', 'coachId'] as const
  const live = useLiveForm('move', [...names, 'anyway'], { answer, values, rules })
  const taken = (answer?.refusal === 'taken' && live.fields.anyway.errors) || conflicts
  const options = (choices: readonly { id: string; name: string }[]) =>
    choices.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <MoveFacts data={data} taken={taken} />
      <LiveFormBody of={live} action={path} className="move-form">
        <input type="hidden" name="version" value={openedVersion(answer, version) ?? ''} />
        <input type="hidden" name="view" value={view} />
        <input type="hidden" name="by" value={by} />
        <div className="row">
          <TextField field={live.fields.date} label="Date" type="date" />
          <TextField field={live.fields.time} label="Starts at" type="time" />
          {resizes && <TextField field={live.fields.minutes} label="Minutes" />}
        </div>
        <div className="row">
          <SelectField field={live.fields.roomId} label="Room" options={options(rooms)} />
          <SelectField field={live.fields.coachId} label="Coach" options={options(coaches)} />
        </div>
        {taken.length > 0 && (
          <label className="choice" id={live.fields.anyway.id}>
            <input type="checkbox" name="anyway" value={shownMark(taken)} />
            <span>Do it anyway</span>
          </label>
        )}
        <div className="form-end">
          <SendButton sending="Moving…">Move</SendButton>
          {leave}
        </div>
      </LiveFormBody>
    </>
  )
}

function MoveFacts({ data, taken }: { data: MovePageData; taken: readonly string[] }) {
  return (
    <ul className="move-facts">
      <Effects data={data} />
      {taken.map((text) => (
        <li key={text} className="bad">
          <Icon name="warning" /> {text}
        </li>
      ))}
    </ul>
  )
}

/** Who is told is here before anything is changed, too: the form may be sent without a look. */
function Effects({ data: { changes, effect, skipped, cannot } }: { data: MovePageData }) {
  return (
    <>
      {changes.map((text) => (
        <li key={text}>
          <Icon name="swap" /> {text}
        </li>
      ))}
      {cannot && (
        <li className="bad">
          <Icon name="warning" /> {cannot}
        </li>
      )}
      {skipped && (
        <li>
          <Icon name="clock" /> {skipped}
        </li>
      )}
      <li>
        <Icon name="bell" /> {effect}
      </li>
    </>
  )
}
