import { Link } from '@remix-run/react'
import type { SuggestedPerson } from '#app/domain/people/list/suggested-person.ts'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { FindPerson } from '#app/ui/staff/find-person.tsx'

/** Finds the other record of the same person. */
export function FindOther(props: {
  studio: { slug: string }
  person: { id: string; name: string }
  q: string
  found: readonly SuggestedPerson[] | null
  pathOf: (params: Record<string, string>) => string
}) {
  const { studio, person, q, found, pathOf } = props
  return (
    <>
      <PageHead
        title={`Merge ${person.name}`}
        intro="Find the other record of the same person. You see both before anything changes."
      />
      <FindPerson
        studio={studio}
        action={pathOf({})}
        q={q}
        found={found}
        keyOf={({ id }) => id}
        pathOf={({ id }) => pathOf({ other: id })}
      >
        {({ id, name, note }) => (
          <>
            <Link to={pathOf({ other: id })}>{name}</Link> <span className="muted">{note}</span>
          </>
        )}
      </FindPerson>
    </>
  )
}
