import { Link } from '@remix-run/react'
import { type CourseValues, courseValuesFrom } from '#app/domain/courses/course-values.ts'
import type { CourseKind } from '#app/domain/courses/course-view.ts'
import { paths } from '#app/paths.ts'
import { type CourseChoices, CourseForm } from '#app/ui/courses/course-form.tsx'
import { CoursePreviewPane } from '#app/ui/courses/course-preview-pane.tsx'
import { errorsOf, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { PageHead } from '#app/ui/list/list-page.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

/** The page that adds a course or a workshop. */
export function NewCourse(props: {
  studio: { slug: string }
  kind: CourseKind
  choices: CourseChoices
  rules: FormRules
  values: CourseValues
  preview: { words: string; dates: string[]; clashes: string[] } | null
  /** The id the new course will have, so that sending twice makes one. */
  newId: string
  answer: PageFormAnswer | undefined
}) {
  const { studio, kind, choices, rules, values, preview, newId, answer } = props
  return (
    <>
      <PageHead
        title={kind === 'course' ? 'Add a course' : 'Add a workshop'}
        intro="Its sessions, what it costs and what happens if someone can’t come."
      />
      <div className="split previewed">
        <div>
          <CourseForm
            key={answer ? 'answered' : 'asked'}
            kind={kind}
            action={paths.manageCourseNew(studio, kind)}
            values={answer ? courseValuesFrom(sentValues(answer), values) : values}
            choices={choices}
            rules={rules}
            answer={answer}
            hidden={{ key: newId }}
            changing={false}
            taken={
              answer?.refusal === 'taken' ? errorsOf(answer, 'roomId') : (preview?.clashes ?? [])
            }
            submit={kind === 'course' ? 'Add course' : 'Add workshop'}
            leave={
              <Link className="button quiet" to={paths.manageCourses(studio, kind)}>
                Cancel
              </Link>
            }
          />
        </div>
        <CoursePreviewPane preview={preview} />
      </div>
    </>
  )
}

/** What was sent, as a refused form answers it; empty fields are left out there. */
export const sentValues = (answer: PageFormAnswer): Record<string, unknown> => ({
  name: '',
  ...(answer.result as { initialValue?: Record<string, unknown> | null } | undefined)?.initialValue,
})
