import { Form, Link } from '@remix-run/react'
import type { PersonPayView } from '#app/domain/staff-pay/person-pay-view.ts'
import { paths } from '#app/paths.ts'
import { Table } from '../list/table.tsx'

/** Each line of one person's pay; `month` is given where a line by hand may be taken off. */
export function PayLines(props: {
  studio: { slug: string }
  lines: PersonPayView['lines']
  month?: string
}) {
  const { studio, lines, month } = props
  return (
    <Table
      caption="Lines of pay, the oldest first"
      rows={lines}
      rowKey={({ id }) => id}
      columns={[
        {
          name: 'Line',
          place: 'name',
          cell: ({ title, occurrenceId }) =>
            occurrenceId ? (
              <Link to={paths.manageClass(studio, occurrenceId)}>{title}</Link>
            ) : (
              title
            ),
        },
        { name: 'When', place: 'under', date: true, cell: ({ when }) => when },
        { name: 'Came', place: 'desk', cell: ({ people }) => people },
        { name: 'Rule on the day', place: 'under', cell: ({ rule }) => rule },
        { name: 'Amount', place: 'state', number: true, cell: ({ amount }) => amount },
        ...(month && lines.some(({ removable }) => removable)
          ? [
              {
                name: 'Change',
                head: <span className="vh">Change</span>,
                place: 'under' as const,
                cell: ({ id, title, removable }: PersonPayView['lines'][number]) =>
                  removable && (
                    <Form method="post" action={paths.managePayLineRemoval(studio, month, id)}>
                      <button type="submit" className="button quiet small">
                        Remove<span className="vh"> {title}</span>
                      </button>
                    </Form>
                  ),
              },
            ]
          : []),
      ]}
    />
  )
}
