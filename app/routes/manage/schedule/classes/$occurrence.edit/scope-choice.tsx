/**
 * Which classes a change is for. The date of a single class can be another; days and last date are
 * the series' own.
 */
export function ScopeChoice(props: {
  weekly: boolean
  scope: string
  date: string
  day: string
  wrong: string | undefined
  required: boolean | undefined
}) {
  const { weekly, scope, date, day, wrong, required } = props
  const choices = [
    ['one', `Only ${day}`, 'Days, last date and policy stay as they are.'],
    ['later', `${day} and every one after`, 'The series splits in two. Places stay, none is lost.'],
    ['all', 'Every class that is still to come', 'What was set for a single class stays.'],
  ] as const
  return (
    <fieldset className="group">
      <legend>Which classes change</legend>
      {weekly && (
        <div id="s-scope">
          {choices.map(([value, text, hint]) => (
            <label key={value} className="choice">
              <input
                type="radio"
                name="scope"
                value={value}
                required={required}
                defaultChecked={scope === value}
              />
              <span>{text}</span>
              <small>{hint}</small>
            </label>
          ))}
        </div>
      )}
      <div className={wrong ? 'field wrong' : 'field'}>
        <label htmlFor="s-date">Date of this class{weekly ? ', if only it changes' : ''}</label>
        {wrong && <p className="bad">{wrong}</p>}
        <input id="s-date" name="date" type="date" defaultValue={date} required className="short" />
      </div>
      <p className="muted">
        Whoever has a place or waits is told by mail and in the app when time, room or coach change.
      </p>
    </fieldset>
  )
}
