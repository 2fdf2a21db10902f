import { Link } from '@remix-run/react'
import type { CourseKind } from '#app/domain/courses/course-view.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { ViewChips } from '#app/ui/list/filter-bar.tsx'
import { Label, type LabelTone } from '#app/ui/list/label.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { Pager, type PagerPage } from '#app/ui/list/pager.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'
import { count } from '#app/values/wording.ts'

type Listed = {
  id: string
  name: string
  state: { text: string; tone: LabelTone }
  when: string
  next: string
  progress: string
  who: string
  enrolled: number
  capacity: number
  waiting: number
  short: string
  price: string
}

const words = {
  course: {
    title: 'Courses',
    add: 'Add a course',
    empty: 'No courses yet',
    text:
      'A course is a run of sessions at one price, like six Tuesdays. People enrol, join late ' +
      'for less and make up what they miss.',
  },
  workshop: {
    title: 'Workshops',
    add: 'Add a workshop',
    empty: 'No workshops yet',
    text:
      'A workshop is an intensive with its own price, and if you like an early bird, a guest ' +
      'teacher or a minimum number of people.',
  },
} as const

const views = [
  ['now', 'Upcoming and running'],
  ['past', 'Over'],
  ['off', 'Cancelled'],
] as const

/** The list of courses, or of workshops: how full each is, and how far. */
export function CoursesList(props: {
  studio: { slug: string }
  kind: CourseKind
  view: 'now' | 'past' | 'off'
  canWrite: boolean
  listed: PagerPage & { items: readonly Listed[] }
}) {
  const { studio, kind, view, canWrite, listed } = props
  const message = words[kind]
  const path = (more: { view?: string; page?: string } = {}) =>
    paths.manageCourses(studio, kind, more)
  const add = canWrite && (
    <Link className="button primary" to={paths.manageCourseNew(studio, kind)}>
      <Icon name="plus" /> {message.add}
    </Link>
  )
  const columns: Column<Listed>[] = [
    {
      name: 'Name',
      place: 'name',
      cell: ({ id, name }) => <Link to={paths.manageCourse(studio, kind, id)}>{name}</Link>,
    },
    { name: 'State', place: 'state', cell: ({ state }) => <Label {...state} /> },
    { name: 'From', place: 'under', date: true, cell: ({ when }) => when },
    { name: 'Next', place: 'wide', date: true, cell: ({ next }) => next },
    { name: 'So far', place: 'wide', cell: ({ progress }) => progress },
    { name: 'Coach', place: 'wide', cell: ({ who }) => who },
    {
      name: 'Enrolled',
      place: 'under',
      number: true,
      cell: ({ enrolled, capacity, waiting, short }) => (
        <>
          {enrolled} of {capacity}
          {waiting > 0 && <small className="muted">, {waiting} waiting</small>}
          {short && <small className="muted">, {short.toLowerCase()}</small>}
        </>
      ),
    },
    { name: 'Price', place: 'desk', number: true, cell: ({ price }) => price },
  ]
  return (
    <ListPage
      title={message.title}
      intro={listed.total > 0 ? `${count(listed.total, kind)}.` : undefined}
      actions={add}
      filters={
        <ViewChips
          views={views.map(([value, name]) => ({
            name,
            path: path(value === 'now' ? {} : { view: value }),
            current: value === view,
          }))}
        />
      }
    >
      {listed.items.length > 0 ? (
        <>
          <Table
            caption={`${message.title}, by their first session`}
            columns={columns}
            rows={listed.items}
            rowKey={({ id }) => id}
          />
          <Pager
            page={listed}
            shown={listed.items.length}
            path={(page) => path({ view, page: String(page) })}
          />
        </>
      ) : (
        <Empty
          icon="steps"
          title={view === 'now' ? message.empty : 'None here'}
          text={message.text}
        >
          {add}
        </Empty>
      )}
    </ListPage>
  )
}
