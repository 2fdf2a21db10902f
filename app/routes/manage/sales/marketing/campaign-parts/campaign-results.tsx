import { Link } from '@remix-run/react'
import { Table } from '#app/ui/list/table.tsx'

/** What came of two subjects, and how much the difference tells. */
function SubjectResults(props: {
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

/** What people did after a campaign, each figure with what it counts and its people. */
export function CampaignResults(props: {
  results: { of: string; name: string; n: number; means: string; path: string }[]
  subjects: Parameters<typeof SubjectResults>[0] | null
  asOf: string
}) {
  const { results, subjects, asOf } = props
  return (
    <section aria-labelledby="results">
      <h2 id="results">What came of it</h2>
      <dl className="campaign-results">
        {results.map(({ of, name, n, means, path }) => (
          <div key={of}>
            <dt>{name}</dt>
            <dd>
              {n > 0 ? <Link to={path}>{n.toLocaleString('en-GB')}</Link> : '0'}
              <small>{means}</small>
            </dd>
          </div>
        ))}
      </dl>
      {subjects && <SubjectResults {...subjects} />}
      <p className="muted">As of {asOf}. Counted every hour for 9 days.</p>
    </section>
  )
}
