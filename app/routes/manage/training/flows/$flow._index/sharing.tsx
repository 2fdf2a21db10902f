import { Form, Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'

type Use = {
  occurrenceId: string
  title: string
  when: string
  over: boolean
  version: number | null
}

/** Who has the flow, what was changed of it, and which classes are taught from it. */
export function Sharing(props: {
  studio: { slug: string }
  id: string
  state: 'draft' | 'shared' | 'archived'
  mine: boolean
  version: number
  undo: string | null
  uses: readonly Use[]
  series: readonly { id: string; name: string }[]
  /** Its other ways, for who finds it too hard or too easy. */
  ways: readonly { way: string; name: string }[]
  keys: { copy: string }
  canWrite: boolean
  mayWrite: boolean
}) {
  const { studio, id, state, mine, version, undo, uses, series, ways, canWrite, mayWrite } = props
  const act = (name: 'share' | 'draft' | 'archive' | 'restore', label: string) => (
    <Form method="post" action={paths.manageFlowAct(studio, id, 'state')}>
      <HiddenFields values={{ act: name }} />
      <button type="submit" className={name === 'share' ? 'button' : 'button quiet'}>
        {label}
      </button>
    </Form>
  )
  return (
    <>
      <section>
        <h2>Used in</h2>
        {uses.length + series.length === 0 ? (
          <p className="muted">No class yet. Choose it on the page of a class’s plan.</p>
        ) : (
          <ul className="lines">
            {series.map(({ id: seriesId, name }) => (
              <li key={seriesId}>
                <Link to={paths.manageSeriesTeaching(studio, seriesId)}>{name}</Link>{' '}
                <span className="muted">every week</span>
              </li>
            ))}
            {uses.map(({ occurrenceId, title, when, over, version: taught }) => (
              <li key={occurrenceId}>
                <Link to={paths.manageFlow(studio, id, { class: occurrenceId })}>
                  {when} {title}
                </Link>{' '}
                {over && <span className="muted">{`taught, version ${taught ?? version}`}</span>}
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h2>Versions</h2>
        <p className="muted">
          {undo ? `Last change: ${undo}.` : 'This is the first version.'} What was taught stays as
          it was.
        </p>
        <div className="do">
          {undo && canWrite && (
            <Form method="post" action={paths.manageFlow(studio, id)}>
              <HiddenFields values={{ act: 'undo', version: String(version) }} />
              <button type="submit" className="button">
                <Icon name="back" /> Undo
              </button>
            </Form>
          )}
          <Link className="button quiet" to={paths.manageFlowAct(studio, id, 'versions')}>
            Compare versions
          </Link>
        </div>
      </section>
      <section>
        <h2>Share and show</h2>
        <div className="do">
          {mayWrite && state === 'draft' && act('share', 'Share with coaches')}
          {mayWrite && state === 'shared' && mine && act('draft', 'Make it my draft')}
          {mayWrite && state !== 'archived' && act('archive', 'Archive')}
          {mayWrite && state === 'archived' && act('restore', 'Restore')}
          {mayWrite && (
            <Form method="post" action={paths.manageFlowAct(studio, id, 'copy')}>
              <HiddenFields values={{ key: props.keys.copy }} />
              <button type="submit" className="button quiet">
                Duplicate
              </button>
            </Form>
          )}
          <a className="button quiet" href={paths.manageFlowView(studio, id, 'tv')}>
            TV view
          </a>
          <a className="button quiet" href={paths.manageFlowView(studio, id, 'pdf')}>
            PDF
          </a>
          {ways.map(({ way, name }) => (
            <Link
              key={way}
              className="button quiet"
              to={paths.manageFlowView(studio, id, 'print', { way })}
            >
              {name}
            </Link>
          ))}
        </div>
      </section>
    </>
  )
}
