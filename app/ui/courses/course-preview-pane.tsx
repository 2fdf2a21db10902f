import { Icon } from '../icon/icon.tsx'

/** The sessions the form makes so far, and where they clash. */
export function CoursePreviewPane({
  preview,
}: {
  preview: { words: string; dates: readonly string[]; clashes: readonly string[] } | null
}) {
  return (
    <aside aria-label="Preview">
      <div className="preview">
        <h2>The dates</h2>
        {preview ? (
          <>
            <p className="words">{preview.words}</p>
            <ol className="dates">
              {preview.dates.map((date) => (
                <li key={date}>{date}</li>
              ))}
            </ol>
            {preview.clashes.map((clash) => (
              <p key={clash} className="warn">
                <Icon name="warning" /> {clash}
              </p>
            ))}
          </>
        ) : (
          <p className="muted">
            Choose the days or list the dates, then see the sessions and what they clash with here.
          </p>
        )}
      </div>
    </aside>
  )
}
