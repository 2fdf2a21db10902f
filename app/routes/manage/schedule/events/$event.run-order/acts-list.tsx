import { Form } from '@remix-run/react'
import type { PlannedAct } from '#app/domain/events/run-order.ts'
import { Icon, type IconName } from '#app/ui/icon/icon.tsx'
import { Table } from '#app/ui/list/table.tsx'

/**
 * Acts in order, with what makes haste between them; each can be moved by one place or taken
 * out.
 */
export function ActsList({
  acts,
  action,
  canWrite,
}: {
  acts: readonly PlannedAct[]
  action: string
  canWrite: boolean
}) {
  const press = (id: string, act: string, icon: IconName, words: string) => (
    <Form method="post" action={action}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="from" value={acts.findIndex((one) => one.id === id)} />
      <button
        type="submit"
        className="button square quiet"
        name="act"
        value={act}
        aria-label={words}
      >
        <Icon name={icon} />
      </button>
    </Form>
  )
  return (
    <Table
      caption="Acts in order"
      rows={acts}
      rowKey={({ id }) => id}
      columns={[
        { name: 'At', place: 'under', cell: ({ at }) => at },
        {
          name: 'Act',
          place: 'name',
          cell: ({ title, warnings }) => (
            <>
              {title}
              {warnings.map((warning) => (
                <small key={warning} className="haste">
                  <Icon name="warning" /> {warning}
                </small>
              ))}
            </>
          ),
        },
        { name: 'Performers', place: 'under', cell: ({ performers }) => performers },
        { name: 'Apparatus', place: 'desk', cell: ({ apparatus }) => apparatus },
        { name: 'Music', place: 'wide', cell: ({ music }) => music },
        { name: 'Minutes', place: 'desk', number: true, cell: ({ minutes }) => minutes },
        ...(canWrite
          ? [
              {
                name: 'Move',
                head: <span className="vh">Move</span>,
                place: 'under' as const,
                cell: ({ id, title }: PlannedAct) => (
                  <span className="presses">
                    {press(id, 'up', 'up', `Move ${title} up`)}
                    {press(id, 'down', 'down', `Move ${title} down`)}
                    {press(id, 'remove', 'trash', `Remove ${title}`)}
                  </span>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}
