import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { count } from '#app/values/wording.ts'

export type PlannedRowWords = {
  id: string
  occurrenceId: string
  title: string
  when: string
  what: string
  by: string
  told: { personId: string; name: string; sentence: string }[]
  back: string[]
  pay: string[]
  clashes: string[]
  blocked: string | null
  stale: boolean
  value: string
}

/**
 * What is planned, a box each: ticked is what nothing speaks against. Under each stands everything
 * it does, person by person.
 */
export function PlannedRows({
  studio,
  rows,
}: {
  studio: { slug: string }
  rows: readonly PlannedRowWords[]
}) {
  return (
    <section>
      <h2>Change by change</h2>
      <ul className="planned">
        {rows.map((row) => (
          <li key={row.id}>
            <label className="choice">
              <input
                type="checkbox"
                name="row"
                value={row.value}
                defaultChecked={row.blocked === null && row.clashes.length === 0 && !row.stale}
              />
              <span>
                <b>{row.title}</b>, {row.when}
              </span>
              <small>{row.what}</small>
            </label>
            <div className="effects">
              <p className="marks">
                {row.blocked && <Label text="Cannot be published" tone="bad" />}
                {row.clashes.length > 0 && <Label text="Clash" tone="warn" />}
                {row.stale && <Label text="Changed since" tone="warn" />}
              </p>
              {row.blocked && <p className="bad">{row.blocked}</p>}
              {row.stale && (
                <p>The class was changed after this was planned. Tick it if it’s still right.</p>
              )}
              {row.clashes.length > 0 && (
                <>
                  <ul className="clashes">
                    {row.clashes.map((text) => (
                      <li key={text}>{text}.</li>
                    ))}
                  </ul>
                  {!row.blocked && <p className="muted">Tick to publish it anyway.</p>}
                </>
              )}
              {row.told.length > 0 ? (
                <details>
                  <summary>
                    <Icon name="next" /> {count(row.told.length, 'message')}
                  </summary>
                  <ul className="lines">
                    {row.told.map(({ personId, name, sentence }) => (
                      <li key={personId}>
                        <span>
                          <Link to={paths.managePerson(studio, personId)}>{name}</Link>{' '}
                          <span className="muted">{sentence}</span>
                        </span>
                      </li>
                    ))}
                  </ul>
                </details>
              ) : (
                <p className="muted">Nobody is notified.</p>
              )}
              {[...row.back, ...row.pay].map((text) => (
                <p key={text} className="muted">
                  {text}.
                </p>
              ))}
              <p className="muted">
                Planned by {row.by}.{' '}
                <Link to={paths.manageClass(studio, row.occurrenceId)}>See the class</Link>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
