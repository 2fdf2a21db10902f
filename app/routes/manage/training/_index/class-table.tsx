import { Link } from '@remix-run/react'
import type { TaughtClass } from '#app/domain/overview/training/taught-class.ts'
import { paths } from '#app/paths.ts'
import { Label } from '#app/ui/list/label.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { count } from '#app/values/wording.ts'

type Row = TaughtClass & { time: string; mine: boolean }

/** Classes with what is taught in each, and what to know of their rosters. */
export function ClassTable(props: {
  caption: string
  studio: { slug: string }
  rows: readonly Row[]
  canWrite: boolean
}) {
  const { caption, studio, rows, canWrite } = props
  return (
    <Table
      caption={caption}
      columns={[
        {
          name: 'Class',
          place: 'name',
          cell: ({ id, time, title }) => (
            <Link to={paths.manageClass(studio, id)}>
              {time} {title}
            </Link>
          ),
        },
        {
          name: 'Plan',
          place: 'under',
          cell: ({ id, workout, flow }) => {
            const plan = [flow, workout].filter(Boolean).join(', ')
            return canWrite ? (
              <Link to={paths.manageClassWorkout(studio, id)}>{plan || 'Plan it'}</Link>
            ) : (
              plan || 'Not planned'
            )
          },
        },
        {
          name: 'Booked',
          place: 'under',
          cell: ({ booked, capacity, coachName, roomName }) =>
            `${booked} of ${capacity}, ${coachName}, ${roomName}`,
        },
        {
          name: 'Teach',
          place: 'under',
          cell: ({ id, flowId }) =>
            flowId && (
              <a href={paths.manageFlowView(studio, flowId, 'teach', { class: id })}>Teach</a>
            ),
        },
        {
          name: 'Results',
          place: 'under',
          cell: ({ id, workout }) =>
            workout &&
            canWrite && <Link to={paths.manageClassResults(studio, id)}>Enter results</Link>,
        },
        {
          name: 'To know',
          place: 'under',
          cell: ({ firstTimers, injured }) =>
            firstTimers + injured === 0 ? null : (
              <>
                {firstTimers > 0 && <Label text={count(firstTimers, 'first visit')} tone="line" />}{' '}
                {injured > 0 && <Label text={count(injured, 'injury', 'injuries')} tone="bad" />}
              </>
            ),
        },
      ]}
      rows={rows}
      rowKey={({ id }) => id}
    />
  )
}
