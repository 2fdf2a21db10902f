import { Form, Link } from '@remix-run/react'
import type { CourseKind } from '#app/domain/courses/course-view.ts'
import { paths } from '#app/paths.ts'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { SearchFilter } from '#app/ui/list/filter-bar.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

/**
 * Enrols someone at the desk: first who, then one press, with a reason where a rule is passed
 * over.
 */
export function EnrolByHand(props: {
  studio: { slug: string }
  kind: CourseKind
  courseId: string
  q: string
  found: readonly { personId: string; name: string; phone: string; there: boolean }[] | null
  rules: FormRules
}) {
  const { rules, studio, kind, courseId, q, found } = props
  return (
    <section id="enrol">
      <div className="section-head">
        <h2>Enrol someone</h2>
      </div>
      <Form
        className="filters"
        action={`${paths.manageCourse(studio, kind, courseId)}#enrol`}
        role="search"
      >
        <SearchFilter label="Name, phone or email" value={q} />
        <button type="submit" className="button">
          Find a person
        </button>
      </Form>
      {found?.length === 0 && (
        <Empty
          icon="search"
          title="Nobody by that name"
          text="Add them as a member first, then search again."
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
              <span className="muted">{there ? 'Already in this course' : phone}</span>
              {!there && (
                <SmallForm
                  id={`enrol-${personId}`}
                  names={['reason']}
                  rules={rules}
                  className="add"
                  action={paths.manageCourseAct(studio, kind, courseId, 'enrolments')}
                >
                  {({ reason }) => (
                    <>
                      <input type="hidden" name="personId" value={personId} />
                      <TextField
                        field={reason}
                        label={<span className="vh">Why</span>}
                        placeholder="Why"
                        autoComplete="off"
                      />
                      <button type="submit" className="button small" name="act" value="enrol">
                        Enrol<span className="vh"> {name}</span>
                      </button>
                      <button type="submit" className="button small" name="act" value="wait">
                        Waitlist<span className="vh"> for {name}</span>
                      </button>
                    </>
                  )}
                </SmallForm>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
