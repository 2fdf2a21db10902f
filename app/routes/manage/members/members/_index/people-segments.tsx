import { Form, Link } from '@remix-run/react'
import type { Segment } from '#app/domain/people/list/segment.ts'
import { paths } from '#app/paths.ts'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

/** Saved filters, one link each, and the form that keeps those of now. */
export function PeopleSegments(props: {
  studio: { slug: string }
  segments: readonly Segment[]
  /** The filters of now as in an address; empty where the list is not narrowed. */
  filters: string
  segmentKey: string
  can: boolean
  rules: FormRules
}) {
  const { rules, studio, segments, filters, segmentKey, can } = props
  const current = segments.find(({ params }) => params === filters)
  const saves = can && filters !== '' && !current
  if (segments.length === 0 && !saves) return null
  return (
    <div className="segments">
      {segments.map(({ id, name, params, shared }) => (
        <Link
          key={id}
          className="label line"
          to={`${paths.manageMembers(studio)}?${params}`}
          aria-current={current?.id === id ? 'true' : undefined}
        >
          {name}
          {shared === 0 && <span className="vh">, only you see it</span>}
        </Link>
      ))}
      {can && current && (
        <Form method="post" action={paths.manageSegmentRemoval(studio, current.id)}>
          <button type="submit" className="button small quiet">
            {`Delete “${current.name}”`}
          </button>
        </Form>
      )}
      {saves && (
        <details className="fly">
          <summary className="button small quiet">
            <Icon name="star" /> Save these filters
          </summary>
          <SmallForm
            id="segment"
            names={['name', 'own']}
            rules={rules}
            action={paths.manageSegments(studio)}
          >
            {({ name, own }) => (
              <>
                <input type="hidden" name="key" value={segmentKey} />
                <input type="hidden" name="filters" value={filters} />
                <TextField field={name} label="Name" autoComplete="off" />
                <label className="tick">
                  <input type="checkbox" name={own.name} value="1" />
                  Only I see it
                </label>
                <button type="submit" className="button small">
                  Save
                </button>
              </>
            )}
          </SmallForm>
        </details>
      )}
    </div>
  )
}
