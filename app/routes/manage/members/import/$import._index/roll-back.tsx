import { Form, Link } from '@remix-run/react'
import { type FileKind, isHoldingKind } from '#app/domain/imports/columns.ts'
import { rowsWords } from '#app/domain/imports/import-words.ts'
import { paths } from '#app/paths.ts'

type Back = { added: number; staying: number; stay: { id: string; name: string; why: string }[] }

/** Taking an import back: whom it removes and who stays, before the press and after it. */
export function RollBack(props: {
  studio: { slug: string }
  kind: FileKind
  back: Back
  state: string
  /** Until when it is possible; null where it is not. */
  until: string | null
  act: (name: 'roll-back') => string
}) {
  const { studio, kind, back, state, until, act } = props
  const goes = back.added - back.staying
  if (state === 'rolled_back' && back.stay.length === 0) return null
  return (
    <section aria-labelledby="roll-back">
      <h2 id="roll-back">{state === 'rolled_back' ? stayedTitle(kind) : 'Roll back'}</h2>
      {until && (
        <p>
          Rolling back removes {rowsWords(goes, kind)}. {keepsWords(kind)}
        </p>
      )}
      {back.stay.length > 0 && (
        <ul className="lines tight">
          {back.stay.map(({ id, name, why }, i) => (
            <li key={`${id} ${i}`}>
              <Link
                to={
                  kind === 'leads' ? paths.manageLead(studio, id) : paths.managePerson(studio, id)
                }
              >
                {name}
              </Link>{' '}
              <span className="muted">
                {until ? 'stays: ' : ''}
                {why}
              </span>
            </li>
          ))}
        </ul>
      )}
      {back.staying > back.stay.length && (
        <p className="muted">And {back.staying - back.stay.length} more stay.</p>
      )}
      {until && goes > 0 && (
        <Form method="post" action={act('roll-back')}>
          <button type="submit" className="button">
            Roll back {rowsWords(goes, kind)}
          </button>{' '}
          <span className="muted">Possible until {until}</span>
        </Form>
      )}
    </section>
  )
}

const stayedTitle = (kind: FileKind) => (isHoldingKind(kind) ? 'What stayed' : 'Who stayed')

function keepsWords(kind: FileKind): string {
  if (kind === 'leads') return 'Leads you had before lose only what this file added.'
  return isHoldingKind(kind)
    ? 'What was used or changed since stays.'
    : 'Everyone who was here before is not touched.'
}
