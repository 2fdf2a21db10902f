import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import type { TimelineBlock } from './timeline.tsx'

type GridMark = { kind: 'injury' | 'level' | 'first'; text: string; why: string } | null

export type Grid = {
  people: readonly {
    id: string
    name: string
    first: boolean
    injured: boolean
    unread: boolean
    marks: readonly GridMark[]
  }[]
  can: readonly number[]
}

const looks = {
  injury: { name: 'care', icon: 'plaster' },
  level: { name: 'not', icon: 'lock' },
  first: { name: 'part', icon: 'sprout' },
} as const

/** More columns than that cannot be read side by side: the list below says the same. */
const mostColumns = 12
/** Of the table's width, for the names. */
const nameShare = 16

/**
 * The plan against the roster: minutes across, so that columns are as wide as their items are long,
 * and people down. Only exceptions have words.
 */
export function RosterGrid(props: {
  studio: { slug: string }
  path: (item: string) => string
  blocks: readonly TimelineBlock[]
  grid: Grid
  selected: string
}) {
  const { studio, path, blocks, grid, selected } = props
  const items = blocks.flatMap((block) => block.items)
  if (grid.people.length === 0)
    return <p className="notice-line muted">Nobody is booked yet. Their needs appear here.</p>
  if (items.length === 0 || items.length > mostColumns) return null
  // A column of a minute beside one of twenty keeps room for its word.
  const weights = items.map(({ seconds }) => Math.max(seconds, 240))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  return (
    <>
      <table className="flow-grid">
        <caption className="vh">
          Who can do each item of the flow, and what others do instead
        </caption>
        <colgroup>
          <col width={`${nameShare}%`} />
          {items.map(({ id }, i) => (
            <col
              key={id}
              width={`${(((weights[i] ?? 0) / whole) * (100 - nameShare)).toFixed(2)}%`}
            />
          ))}
        </colgroup>
        <thead>
          <tr className="blocks">
            <td />
            {blocks
              .filter((block) => block.items.length > 0)
              .map((block) => (
                <th key={block.id} scope="colgroup" colSpan={block.items.length}>
                  <span>{block.starts}</span> {block.name}, {block.length}
                </th>
              ))}
          </tr>
          <tr className="items">
            <td />
            {items.map((item) => (
              <th key={item.id} scope="col" className={item.id === selected ? 'on' : undefined}>
                <Link to={`${path(item.id)}#item`}>{item.name}</Link>
                <span>{item.length}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.people.map((person, at) => (
            <tr key={person.id}>
              <th scope="row">
                <small>{at + 1}</small>
                <Link to={paths.managePerson(studio, person.id)}>{person.name}</Link>
                {person.unread && <span className="care"> injury noted</span>}
              </th>
              {person.marks.map((mark, i) => (
                <td key={items[i]?.id} className={items[i]?.id === selected ? 'on' : undefined}>
                  <Cell mark={mark} item={items[i]?.name ?? ''} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{`Can, of ${grid.people.length}`}</th>
            {grid.can.map((n, i) => (
              <td key={items[i]?.id}>{n === grid.people.length ? 'all' : n}</td>
            ))}
          </tr>
        </tfoot>
      </table>
      <p className="flow-key" aria-hidden="true">
        <span className="can" /> can
        <span className="care">
          <Icon name="plaster" /> injury, with what instead
        </span>
        <span className="not">
          <Icon name="lock" /> not yet, with what instead
        </span>
        <span className="part">
          <Icon name="sprout" /> first visit
        </span>
      </p>
    </>
  )
}

function Cell({ mark, item }: { mark: GridMark; item: string }) {
  if (!mark)
    return (
      <span className="can">
        <span className="vh">can</span>
      </span>
    )
  const { name, icon } = looks[mark.kind]
  return (
    <span className={name} title={`${item}: ${mark.why}`}>
      <Icon name={icon} />
      <span className="only-phone">{`${item}: `}</span>
      {mark.text}
      <span className="vh">{` (${mark.why})`}</span>
    </span>
  )
}
