import type { ReactNode } from 'react'

export type Figure = {
  name: string
  value: ReactNode
  /** What it is a part of, smaller beside it. */
  note?: ReactNode
  className?: string
}

/** What counts about a page's subject, in large figures under its head. */
export function Figures({ rows }: { rows: readonly Figure[] }) {
  return (
    <dl className="figures">
      {rows.map(({ name, value, note, className }) => (
        <div key={name} className={className}>
          <dt>{name}</dt>
          <dd>
            {value} {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Facts of a page's subject, each under its name: a rule, or an amount that is in a column. */
export function Facts({
  rows,
}: {
  rows: readonly ({ name: string } & ({ rule: string } | { amount: string }))[]
}) {
  return (
    <dl className="facts">
      {rows.map((row) => (
        <div key={row.name}>
          <dt>{row.name}</dt>
          {'rule' in row ? <dd>{row.rule}</dd> : <dd className="num">{row.amount}</dd>}
        </div>
      ))}
    </dl>
  )
}
