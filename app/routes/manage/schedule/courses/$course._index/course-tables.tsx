import { Link } from '@remix-run/react'
import type { CourseKind } from '#app/domain/courses/course-view.ts'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label, type LabelTone } from '#app/ui/list/label.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'

type StudioRef = { slug: string }
type Session = {
  id: string
  when: string
  where: string
  topic: string
  taken: number
  capacity: number
  moved: boolean
  over: boolean
  state: string
  cancelled: string | null
}

function SessionState({ cancelled, state, over, moved }: Session) {
  if (cancelled !== null) return <Label text="Cancelled" tone="bad" />
  if (state === 'draft') return <Label text="Draft" tone="line" />
  if (over) return <Label text="Over" tone={null} />
  return moved ? <Label text="Moved" tone="warn" /> : null
}

/** The sessions with their topics and how full they are; each leads to its roster. */
export function SessionsTable(props: {
  studio: StudioRef
  kind: CourseKind
  courseId: string
  sessions: readonly Session[]
  canWrite: boolean
}) {
  const { studio, kind, courseId, sessions, canWrite } = props
  const columns: Column<Session>[] = [
    {
      name: 'Session',
      place: 'name',
      cell: ({ id, when, cancelled }) => (
        <Link to={paths.manageClass(studio, id)}>{cancelled === null ? when : <s>{when}</s>}</Link>
      ),
    },
    {
      name: 'Topic',
      place: 'under',
      cell: ({ topic, where }) => topic || <span className="muted">{where}</span>,
    },
    {
      name: 'State',
      place: 'state',
      cell: (session) => <SessionState {...session} />,
    },
    {
      name: 'Taken',
      place: 'under',
      number: true,
      cell: ({ taken, capacity }) => `${taken} of ${capacity}`,
    },
    {
      name: 'Change',
      head: <span className="vh">Change</span>,
      place: 'desk',
      cell: ({ id, when, over, cancelled }) =>
        canWrite && !over && cancelled === null ? (
          <Link to={paths.manageCourseSession(studio, kind, courseId, id)}>
            Change<span className="vh"> {when}</span>
          </Link>
        ) : null,
    },
  ]
  return (
    <section id="sessions">
      <div className="section-head">
        <h2>Sessions</h2>
      </div>
      <Table caption="Sessions by date" columns={columns} rows={sessions} rowKey={({ id }) => id} />
    </section>
  )
}

type Person = {
  id: string
  personId: string
  name: string
  label: { text: string; tone: LabelTone }
  timeline: string
  money: string
  live: boolean
}

/** Who is enrolled, who waits, and who has left. */
export function PeopleInCourse(props: {
  studio: StudioRef
  kind: CourseKind
  courseId: string
  enrolled: readonly Person[]
  waiting: readonly Person[]
  gone: readonly Person[]
  canAct: boolean
}) {
  const { enrolled, waiting, gone } = props
  return (
    <>
      <section id="people">
        <div className="section-head">
          <h2>Enrolled</h2>
        </div>
        {enrolled.length > 0 ? (
          <PeopleTable
            {...props}
            caption="People enrolled, in the order of joining"
            rows={enrolled}
          />
        ) : (
          <Empty
            icon="members"
            title="Nobody is enrolled yet"
            text="Everyone who enrols appears here, with what they paid and how often they came."
          />
        )}
      </section>
      {waiting.length > 0 && (
        <section id="waiting">
          <div className="section-head">
            <h2>Waitlist and offers</h2>
          </div>
          <PeopleTable
            {...props}
            caption="People waiting, first come, first served"
            rows={waiting}
          />
        </section>
      )}
      {gone.length > 0 && (
        <section id="gone">
          <div className="section-head">
            <h2>Left</h2>
          </div>
          <PeopleTable {...props} caption="People who left" rows={gone} />
        </section>
      )}
    </>
  )
}

function PeopleTable(props: {
  studio: StudioRef
  kind: CourseKind
  courseId: string
  caption: string
  rows: readonly Person[]
  canAct: boolean
}) {
  const { studio, kind, courseId, caption, rows, canAct } = props
  const columns: Column<Person>[] = [
    {
      name: 'Name',
      place: 'name',
      cell: ({ id, personId, name }) => (
        <Link
          to={
            canAct
              ? paths.manageEnrolment(studio, kind, courseId, id)
              : paths.managePerson(studio, personId)
          }
        >
          {name}
        </Link>
      ),
    },
    { name: 'State', place: 'state', cell: ({ label }) => <Label {...label} /> },
    { name: 'So far', place: 'under', cell: ({ timeline }) => timeline },
    ...(canAct
      ? [
          {
            name: 'Money',
            place: 'under',
            number: true,
            cell: ({ money }) => money,
          } as Column<Person>,
        ]
      : []),
  ]
  return <Table caption={caption} columns={columns} rows={rows} rowKey={({ id }) => id} />
}
