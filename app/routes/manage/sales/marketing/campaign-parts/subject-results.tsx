import { Table } from '#app/ui/list/table.tsx'

/** What came of two subjects, and how much the difference tells. */
export function SubjectResults(props: {
  rows: { of: string; subject: string; booked: string; bought: string }[]
  note: string
}) {
  const { rows, note } = props
  return (
    <>
      <Table
        caption="The two subjects"
        rows={rows}
        rowKey={({ of }) => of}
        columns={[
          { name: 'Subject', place: 'name', cell: ({ subject }) => subject },
          { name: 'Booked', place: 'under', cell: ({ booked }) => booked },
          { name: 'Bought', place: 'under', cell: ({ bought }) => bought },
        ]}
      />
      <p>{note}</p>
    </>
  )
}
