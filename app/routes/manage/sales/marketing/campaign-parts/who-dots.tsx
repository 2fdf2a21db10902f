import { Link } from '@remix-run/react'
import type { Mark } from '#app/domain/marketing/campaign-words.ts'
import { count } from '#app/values/wording.ts'

export type Group = { key: string; mark: Mark; n: number; words: string; path: string | null }

/** Dots in a row, and rows at most: more people are drawn as several a dot. */
const across = 37
const dotsAtMost = across * 8
const step = 17

const shapes: Record<Mark, (x: number, y: number) => string> = {
  go: (x, y) => `M${x - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0-10 0`,
  ring: (x, y) => `M${x - 4.25} ${y}a4.25 4.25 0 1 0 8.5 0a4.25 4.25 0 1 0-8.5 0`,
  bars: (x, y) => `M${x - 2.5} ${y - 4.5}v9M${x + 2.5} ${y - 4.5}v9`,
  tick: (x, y) => `M${x - 4} ${y}l3 3.5 5.5-7`,
  diamond: (x, y) => `M${x} ${y - 5}l5 5-5 5-5-5z`,
  cross: (x, y) => `M${x - 4} ${y - 4}l8 8m0-8l-8 8`,
  triangle: (x, y) => `M${x - 4.5} ${y + 4}l4.5-8.5 4.5 8.5z`,
}

/** Everyone of an audience as dots, and beside them as a list that opens into its people. */
export function WhoDots(props: { title: string; id: string; groups: readonly Group[] }) {
  const { title, id, groups } = props
  const total = groups.reduce((sum, { n }) => sum + n, 0)
  const each = Math.max(1, Math.ceil(total / dotsAtMost))
  const dots = groups.flatMap(({ mark, n }) =>
    Array.from({ length: Math.ceil(n / each) }, () => mark),
  )
  const rows = Math.ceil(dots.length / across)
  return (
    <>
      {dots.length > 0 && (
        <svg
          className="who-dots"
          viewBox={`0 0 ${across * step + 2} ${rows * step + 2}`}
          role="img"
          aria-labelledby={`${id}-title ${id}-desc`}
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-desc`}>
            {groups.map(({ n, words }) => `${n} ${words}`).join(', ')}
            {each > 1 && `. A dot is ${count(each, 'person', 'people')}`}
          </desc>
          {groups.map(({ key, mark }, group) => {
            const from = groups.slice(0, group).reduce((sum, { n }) => sum + Math.ceil(n / each), 0)
            const n = Math.ceil((groups[group]?.n ?? 0) / each)
            const drawn = Array.from({ length: n }, (_, i) => {
              const at = from + i
              return shapes[mark](8 + (at % across) * step, 9 + Math.floor(at / across) * step)
            })
            return <path key={key} className={mark} d={drawn.join('')} />
          })}
        </svg>
      )}
      {each > 1 && <p className="muted">A dot is {count(each, 'person', 'people')}.</p>}
      <ul className="who-list">
        {groups.map(({ key, mark, n, words, path }) => (
          <li key={key}>
            <svg className="who-mark" viewBox="0 0 12 12" aria-hidden="true">
              <path className={mark} d={shapes[mark](6, 6)} />
            </svg>
            <b>{n.toLocaleString('en-GB')}</b>
            {path ? <Link to={path}>{words}</Link> : <span>{words}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
