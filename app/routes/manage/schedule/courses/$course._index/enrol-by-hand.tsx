import type { CourseKind } from '#app/domain/courses/course-view.ts'
import { paths } from '#app/paths.ts'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { FindPerson } from '#app/ui/staff/find-person.tsx'
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
      <FindPerson
        studio={studio}
        action={`${paths.manageCourse(studio, kind, courseId)}#enrol`}
        q={q}
        found={found}
        keyOf={({ personId }) => personId}
        addable
      >
        {({ personId, name, phone, there }) => (
          <>
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
          </>
        )}
      </FindPerson>
    </section>
  )
}
