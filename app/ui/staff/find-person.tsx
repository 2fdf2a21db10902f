import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { SuggestedPerson } from '#app/domain/people/list/suggested-person.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '../form/buttons.tsx'
import { Icon } from '../icon/icon.tsx'
import { Empty } from '../list/empty.tsx'
import { PersonBox } from './person-box.tsx'

/**
 * Finds a person for a page: the box that proposes names while somebody types, a button that
 * searches without scripts, and who was found, with what the page offers for each.
 */
export function FindPerson<Found extends { name: string }>(props: {
  studio: { slug: string }
  /** Where the search leads: the page itself, with a hash where its results begin. */
  action: string
  q: string
  /** Null while nothing was searched. */
  found: readonly Found[] | null
  keyOf: (person: Found) => string
  /** What the page's address has besides the search. */
  kept?: Record<string, string>
  /** Where a proposed name leads; without it the page searches for that name. */
  pathOf?: (person: SuggestedPerson) => string
  /** Whether somebody who is not on the books may be added first. */
  addable?: boolean
  children: (person: Found) => ReactNode
}) {
  const { studio, action, q, found, keyOf, kept = {}, addable = false, children } = props
  const [page = ''] = action.split(/[?#]/)
  const [, hash] = action.split('#')
  const search = ({ name }: SuggestedPerson) =>
    `${page}?${new URLSearchParams({ ...kept, q: name })}${hash ? `#${hash}` : ''}`
  return (
    <>
      <Form className="filters" action={action} role="search">
        <HiddenFields values={kept} />
        <div className="search" key={q}>
          <Icon name="search" />
          <PersonBox
            studio={studio}
            id="who"
            label="Name, phone or email"
            value={q}
            pathOf={props.pathOf ?? search}
          />
        </div>
        <button type="submit" className="button">
          Find a person
        </button>
      </Form>
      {found?.length === 0 &&
        (addable ? (
          <Empty
            icon="search"
            title="Nobody by that name"
            text="Add them as a member first, then search again."
          >
            <Link className="button" to={paths.managePersonNew(studio)}>
              Add a person
            </Link>
          </Empty>
        ) : (
          <Empty icon="search" title="Nobody by that name" text="Try another name or number." />
        ))}
      {found && found.length > 0 && (
        <ul className="lines">
          {found.map((person) => (
            <li key={keyOf(person)}>{children(person)}</li>
          ))}
        </ul>
      )}
    </>
  )
}
