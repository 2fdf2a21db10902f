import { ScrollRegion } from '../layout/scroll-region.tsx'
import { tintOf } from './scale.ts'

export type GridCell = {
  /** 0 to 1; null is an empty cell. */
  share: number | null
  words: string
}

export type GridRow = { id: string; name: string; note?: string; cells: readonly GridCell[] }

/**
 * A heat map or a grid of cohorts: a table whose cells are tinted by how much they stand for and say it
 * in a number, so that it reads in print and without colour, and is its own table.
 */
export function TintedGrid({
  caption,
  corner,
  heads,
  rows,
}: {
  caption: string
  corner: string
  heads: readonly string[]
  rows: readonly GridRow[]
}) {
  return (
    <ScrollRegion className="grid-scroll" label={caption}>
      <table className="tinted">
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, note, cells }) => (
            <tr key={id}>
              <th scope="row">
                {name} {note && <small>{note}</small>}
              </th>
              {heads.map((head, i) => {
                const cell = cells[i]
                if (!cell || cell.share === null)
                  return (
                    <td key={head} className="none">
                      <span className="vh">none</span>
                    </td>
                  )
                return (
                  <td key={head} className={`tint-${tintOf(cell.share)}`}>
                    {cell.words}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
