import { Form, Link } from '@remix-run/react'
import type { SuggestedPerson } from '#app/domain/people/list/suggested-person.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { SearchFilter } from '#app/ui/list/filter-bar.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'

/** Finds the other record of the same person. */
export function FindOther(props: {
  studio: { slug: string }
  person: { id: string; name: string }
  q: string
  found: readonly SuggestedPerson[] | null
  pathOf: (params: Record<string, string>) => string
}) {
  const { person, q, found, pathOf } = props
  return (
    <>
      <PageHead
        title={`Merge ${person.name}`}
        intro="Find the other record of the same person. You see both before anything changes."
      />
      <Form className="filters" action={pathOf({})} role="search">
        <SearchFilter label="Name, phone or email" value={q} />
        <button type="submit" className="button">
          Find a person
        </button>
      </Form>
      {found?.length === 0 && (
        <Empty icon="search" title="Nobody by that name" text="Try another name or number." />
      )}
      {found && found.length > 0 && (
        <ul className="lines">
          {found.map(({ id, name, note }) => (
            <li key={id}>
              <Link to={pathOf({ other: id })}>{name}</Link> <span className="muted">{note}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
