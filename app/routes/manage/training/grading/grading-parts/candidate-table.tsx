import { Form, Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Label } from '#app/ui/list/label.tsx'
import { Table } from '#app/ui/list/table.tsx'

type Candidate = {
  id: string
  name: string
  group: 'eligible' | 'overridden' | 'not_yet'
  state: string | null
  /** What is met, in words, and what is missing with how far it is. */
  met: string
  gaps: readonly { words: string; need: number; have: number }[]
  reason: string
  says: string
  paid: string
  result: string
  passed: boolean
  certificate: string
}

export type Candidates = {
  studio: { slug: string }
  id: string
  rows: readonly Candidate[]
  writes: boolean
  state: string
}

const groups = [
  ['not_yet', 'Not yet'],
  ['overridden', 'Overridden'],
  ['eligible', 'Eligible'],
] as const

/** People by what is missing, in the order of work: only what is missing has a bar. */
export function CandidateTable({ data }: { data: Candidates }) {
  const { studio, id, rows, writes, state } = data
  const planned = state === 'draft' || state === 'open'
  return groups.map(([group, title]) => {
    const of = rows.filter((row) => row.group === group)
    if (of.length === 0) return null
    return (
      <section key={group} aria-labelledby={`g-${group}`}>
        <h3 id={`g-${group}`}>
          {title}, {of.length}
        </h3>
        <Table
          caption={`${title}, by name`}
          rows={of}
          rowKey={(row) => row.id}
          columns={[
            {
              name: 'Name',
              place: 'name',
              cell: (row) =>
                row.state === 'confirmed' && !planned ? (
                  <Link to={paths.manageScoreSheet(studio, id, row.id)}>{row.name}</Link>
                ) : (
                  <Link to={paths.managePerson(studio, row.id)}>{row.name}</Link>
                ),
            },
            {
              name: 'Progress',
              place: 'under',
              cell: (row) => (
                <>
                  {row.gaps.map((gap) => (
                    <span key={gap.words} className="gap">
                      <progress max={gap.need} value={gap.have} aria-label={gap.words} />{' '}
                      {gap.words}
                    </span>
                  ))}
                  {row.gaps.length === 0 && row.met}
                  {row.reason && <small className="muted">{row.reason}</small>}
                </>
              ),
            },
            {
              name: 'State',
              place: 'state',
              cell: (row) => (
                <>
                  {row.result ? (
                    <Label text={row.result} tone={row.passed ? 'good' : 'warn'} />
                  ) : (
                    row.says && <Label text={row.says} tone="line" />
                  )}{' '}
                  {row.paid && <small className="muted">{row.paid}</small>}
                </>
              ),
            },
            {
              name: 'Change',
              place: 'acts',
              cell: (row) => (
                <>
                  {writes && planned && row.group === 'not_yet' && row.state === null && (
                    <Link
                      className="button quiet small"
                      to={paths.manageGradingAct(studio, id, 'override', { person: row.id })}
                    >
                      Override<span className="vh"> for {row.name}</span>
                    </Link>
                  )}
                  {writes && planned && row.state === 'overridden' && (
                    <Act {...{ studio, id, row }} act="undo" label="Undo" />
                  )}
                  {writes &&
                    (state === 'open' || state === 'locked') &&
                    !row.result &&
                    (row.state === 'invited' || row.state === 'confirmed') && (
                      <Act {...{ studio, id, row }} act="refuse" label="Decline" />
                    )}
                  {row.certificate && (
                    <a href={paths.manageCertificate(studio, id, row.id)}>
                      Certificate {row.certificate}
                    </a>
                  )}
                </>
              ),
            },
          ]}
        />
      </section>
    )
  })
}

function Act(props: {
  studio: { slug: string }
  id: string
  row: { id: string; name: string }
  act: string
  label: string
}) {
  const { studio, id, row, act, label } = props
  return (
    <Form method="post" action={paths.manageGradingAct(studio, id, 'step')}>
      <input type="hidden" name="person" value={row.id} />
      <button type="submit" className="button quiet small" name="act" value={act}>
        {label}
        <span className="vh"> {row.name}</span>
      </button>
    </Form>
  )
}
