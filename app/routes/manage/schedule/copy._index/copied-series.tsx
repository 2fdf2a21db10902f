import { shownClashes } from '#app/domain/planning/seen-copies.ts'
import { Empty } from '#app/ui/list/empty.tsx'

type Copied = {
  id: string
  title: string
  what: string
  dates: string
  closed: string
  clashes: string[]
}

/** What copying a term makes, a box for each weekly class, and what it leaves out. */
export function CopiedSeries(props: {
  span: string
  copies: readonly Copied[]
  left: readonly { id: string; title: string; names: string }[]
}) {
  const { span, copies, left } = props
  return (
    <>
      <section>
        <h2>New classes</h2>
        <p className="muted">{span}</p>
        {copies.length === 0 ? (
          <Empty
            icon="calendar"
            title="Nothing to copy"
            text="No weekly class ends in these weeks. Choose other weeks."
          />
        ) : (
          <ul className="planned">
            {copies.map(({ id, title, what, dates, closed, clashes }) => (
              <li key={id}>
                <label className="choice">
                  <input
                    type="checkbox"
                    name="series"
                    value={id}
                    defaultChecked={clashes.length === 0}
                  />
                  <span>
                    <b>{title}</b>, {what}
                  </span>
                  <small>
                    {dates}. {closed && `${closed}.`}
                  </small>
                </label>
                {clashes.length > 0 && (
                  <div className="effects">
                    <input type="hidden" name="seen" value={shownClashes(id, clashes)} />
                    <ul className="clashes">
                      {clashes.slice(0, 6).map((text) => (
                        <li key={text}>{text}.</li>
                      ))}
                    </ul>
                    <p className="muted">Tick to copy it anyway.</p>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
      {left.length > 0 && (
        <section>
          <h2>Left out</h2>
          <ul className="lines">
            {left.map(({ id, title, names }) => (
              <li key={id}>
                {title} <span className="muted">{names}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
