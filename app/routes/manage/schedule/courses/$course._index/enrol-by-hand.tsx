import { Form, Link } from '@remix-run/react'
import type { CourseKind } from '#app/domain/courses/course-view.ts'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { SearchFilter } from '#app/ui/list/filter-bar.tsx'

/**
 * Enrols somebody at the desk: first who, then one press, with a reason where a rule is passed
 * over.
 */
export function EnrolByHand(props: {
  studio: { slug: string }
  kind: CourseKind
  courseId: string
  q: string
  found: readonly { personId: string; name: string; phone: string; there: boolean }[] | null
}) {
  const { studio, kind, courseId, q, found } = props
  return (
    <section id="enrol">
      <div className="section-head">
        <h2>Enrol somebody</h2>
      </div>
      <Form
        className="filters"
        action={`${paths.manageCourse(studio, kind, courseId)}#enrol`}
        role="search"
      >
        <SearchFilter label="Name, phone or e-mail" value={q} />
        <button type="submit" className="button">
          Find a person
        </button>
      </Form>
      {found?.length === 0 && (
        <Empty
          icon="search"
          title="Nobody by that name"
          text="Add them to the members first, then look again."
        >
          <Link className="button" to={paths.managePersonNew(studio)}>
            Add a person
          </Link>
        </Empty>
      )}
      {found && found.length > 0 && (
        <ul className="lines">
          {found.map(({ personId, name, phone, there }) => (
            <li key={personId}>
              <b>{name}</b>
              <span className="muted">{there ? 'In this course already' : phone}</span>
              {!there && (
                <Form
                  className="add"
                  method="post"
                  action={paths.manageCourseAct(studio, kind, courseId, 'enrolments')}
                >
                  <input type="hidden" name="personId" value={personId} />
                  <label>
                    <span className="vh">Why, for the record</span>
                    <input
                      name="reason"
                      maxLength={200}
                      placeholder="Why, for the record"
                      autoComplete="off"
                    />
                  </label>
                  <button type="submit" className="button small" name="act" value="enrol">
                    Enrol<span className="vh"> {name}</span>
                  </button>
                  <button type="submit" className="button small" name="act" value="wait">
                    Waitlist<span className="vh"> for {name}</span>
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
