import { Form, Link } from '@remix-run/react'
import type { TimelineMonth } from '#app/domain/overview/person-timeline.ts'
import { Icon } from '#app/ui/icon/icon.tsx'

/** What happened, newest first, with the way to take a change back where that can be done. */
export function PersonStory({
  entries,
  undoPath,
  placePath,
}: {
  entries: readonly TimelineMonth[]
  undoPath: string | null
  placePath: (occurrenceId: string, bookingId: string) => string
}) {
  return (
    <ol className="told">
      {entries.map(({ title, items }) => (
        <li key={title}>
          <h3>{title}</h3>
          <ol>
            {items.map(({ key, icon, tone, title: what, note, quote, undo, place, when, at }) => (
              <li key={key}>
                <span className={tone ? `dot ${tone}` : 'dot'}>
                  <Icon name={icon} />
                </span>
                <div>
                  <p>
                    {place ? (
                      <Link to={placePath(place.occurrenceId, place.bookingId)}>{what}</Link>
                    ) : (
                      what
                    )}
                  </p>
                  {note && <p>{note}</p>}
                  {quote && <blockquote>{quote}</blockquote>}
                  {undo && undoPath && (
                    <Form method="post" action={undoPath} className="do">
                      <input type="hidden" name="change" value={undo} />
                      <button type="submit" className="button small quiet">
                        Undo<span className="vh">: {what}</span>
                      </button>
                    </Form>
                  )}
                </div>
                <time dateTime={at}>{when}</time>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}
