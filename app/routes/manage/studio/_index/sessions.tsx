import { Link } from '@remix-run/react'
import type { SessionWords } from '#app/domain/overview/today-words.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Places } from '#app/ui/staff/places.tsx'

/**
 * Classes as rows: when, what and who, a mark a place, the count. A title leads to its roster,
 * `path`.
 */
export function Sessions({
  classes,
  path,
}: {
  classes: readonly SessionWords[]
  path: (id: string) => string
}) {
  return (
    <ol className="sessions">
      {classes.map(({ id, title, at, until, time, who, big, small, marks, labels }) => (
        <li key={id}>
          <p>
            <time dateTime={time}>{at}</time>
            <span className="until-time">{until}</span>
          </p>
          <div className="which">
            <Link to={path(id)}>{title}</Link>
            <p>{who}</p>
          </div>
          <div className="fill">
            <Places
              filled={marks.came}
              booked={marks.booked}
              free={marks.free}
              label={`${marks.came} in, ${marks.booked} to come, ${marks.free} free`}
            />
          </div>
          <p className="count">
            <b>{big}</b>
            <small>{small}</small>
          </p>
          {labels.length > 0 && (
            <p className="marks">
              {labels.map(({ text, tone, icon }) => (
                <span key={text} className={tone ? `label ${tone}` : 'label'}>
                  <Icon name={icon} />
                  {text}
                </span>
              ))}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

/** What the marks of the rows mean. */
export function PlaceKey() {
  return (
    <ul className="place-key">
      <li>
        <Places filled={1} booked={0} free={0} label="Tall, in colour" /> in
      </li>
      <li>
        <Places filled={0} booked={1} free={0} label="Tall, grey" /> booked
      </li>
      <li>
        <Places filled={0} booked={0} free={1} label="Dot" /> free place
      </li>
    </ul>
  )
}
