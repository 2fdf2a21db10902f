import { Form } from '@remix-run/react'
import { type halvesView, simulatedAtMost, startsRead } from '#app/domain/funnels/funnel-words.ts'
import { Table } from '#app/ui/list/table.tsx'

/** What came of each of two pages. */
export function Halves({ halves }: { halves: ReturnType<typeof halvesView> }) {
  return (
    <section className="more" aria-labelledby="halves">
      <div className="section-head">
        <h2 id="halves">Two pages</h2>
      </div>
      <Table
        caption={`What came of each page, of the newest ${startsRead.toLocaleString('en-GB')} who started`}
        rows={halves.rows}
        rowKey={({ id }) => id}
        columns={[
          { name: 'Headline', place: 'name', cell: ({ headline }) => headline },
          { name: 'Views', place: 'under', number: true, cell: ({ views }) => views },
          { name: 'Started', place: 'under', number: true, cell: ({ started }) => started },
          { name: 'Paid', place: 'state', cell: ({ paid }) => paid },
        ]}
      />
      <p>{halves.note}</p>
    </section>
  )
}

/** What came of people by what led them to the page. */
export function Campaigns(props: {
  rows: { utm: string; started: number; paid: number; attended: number }[]
}) {
  return (
    <section className="more" aria-labelledby="campaigns">
      <div className="section-head">
        <h2 id="campaigns">What led them here</h2>
      </div>
      <p className="muted">
        From utm_source, utm_medium and utm_campaign of the link they opened when they first
        started.
      </p>
      <Table
        caption={`People by link, of the newest ${startsRead.toLocaleString('en-GB')} who started`}
        rows={props.rows}
        rowKey={({ utm }) => utm}
        columns={[
          { name: 'Link', place: 'name', cell: ({ utm }) => utm },
          { name: 'Started', place: 'under', number: true, cell: ({ started }) => `${started}` },
          { name: 'Paid', place: 'state', number: true, cell: ({ paid }) => `${paid}` },
          { name: 'Attended', place: 'desk', number: true, cell: ({ attended }) => `${attended}` },
        ]}
      />
    </section>
  )
}

/** What would come of so many people, by how those before them went on. */
export function Simulator(props: {
  people: number
  outcome: { id: string; name: string; about: number; least: number; most: number }[] | null
  of: number
}) {
  const { people, outcome, of } = props
  return (
    <section className="more" aria-labelledby="what-if">
      <div className="section-head">
        <h2 id="what-if">What if more people start?</h2>
      </div>
      <Form method="get" className="actions">
        <label>
          People who start{' '}
          <input type="number" name="people" min={1} max={simulatedAtMost} defaultValue={people} />
        </label>
        <button type="submit" className="button">
          Work it out
        </button>
      </Form>
      {outcome ? (
        <>
          <ul className="sentences">
            {outcome.map(({ id, name, about, least, most }) => (
              <li key={id}>
                <span>{name}</span> <b>about {about}</b>{' '}
                <small>
                  {least} to {most}
                </small>
              </li>
            ))}
          </ul>
          <p className="muted">
            By the {of} who started here so far, those who started lately and may still go on among
            them. Nine of ten such groups lie within the range.
          </p>
        </>
      ) : (
        <p className="muted">Once 10 people have started here, you see what to expect of more.</p>
      )}
    </section>
  )
}
