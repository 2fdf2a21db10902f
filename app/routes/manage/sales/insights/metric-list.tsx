import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

export type MetricView = {
  id: string
  name: string
  definition: string
  formula: string
  grain: string
  value: string
  change: string
  rows: string
  beside?: ReactNode
}

/** Figures of the catalogue: each opens what it counts, and its number opens its rows. */
export function MetricList({ rows, asOf }: { rows: readonly MetricView[]; asOf: string }) {
  return (
    <ul className="metrics">
      {rows.map(({ id, name, definition, formula, grain, value, change, rows: path, beside }) => (
        <li key={id}>
          <details>
            <summary>{name}</summary>
            <p>{definition}</p>
            {formula && <p>{formula}</p>}
            <p>{grain}</p>
            <p>{asOf}</p>
          </details>
          <p className="value">
            <Link to={path}>{value}</Link> {beside} {change && <small>{change}</small>}
          </p>
        </li>
      ))}
    </ul>
  )
}
