import { Form } from '@remix-run/react'
import { type PersonColumn, personColumns } from '#app/domain/people/list/person-columns.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'

/**
 * Which columns the list shows: kept in the browser of the person who chooses. `filters` leads back
 * to the same rows.
 */
export function PeopleColumns(props: {
  studio: { slug: string }
  columns: readonly PersonColumn[]
  offered: readonly PersonColumn[]
  filters: string
}) {
  const { studio, columns, offered, filters } = props
  return (
    // Closed again once the columns are others.
    <details className="fly not-phone" key={columns.join()}>
      <summary className="button quiet">
        <Icon name="columns" /> Columns
      </summary>
      <Form method="post" action={paths.manageMembersColumns(studio)}>
        <input type="hidden" name="filters" value={filters} />
        <fieldset>
          <legend className="vh">Columns</legend>
          {personColumns
            .filter(([column]) => offered.includes(column))
            .map(([column, name]) => (
              <label key={column} className="tick">
                <input
                  type="checkbox"
                  name="columns"
                  value={column}
                  defaultChecked={columns.includes(column)}
                />
                {name}
              </label>
            ))}
        </fieldset>
        <button type="submit" className="button small">
          Show these
        </button>
      </Form>
    </details>
  )
}
