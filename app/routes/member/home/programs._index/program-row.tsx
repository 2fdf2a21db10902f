import type { CourseKind } from '#app/domain/courses/course-view.ts'
import { paths } from '#app/paths.ts'
import { RangeField } from '#app/ui/form/range-field.tsx'
import { limitOn, type RangeScale } from '#app/ui/form/range-scale.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Pips, pipsOf } from '#app/ui/pips/pips.tsx'
import { count, weekday } from '#app/values/wording.ts'
import { addDays } from '#app/values/zone.ts'

type StudioRef = { slug: string }

export type ProgramRowData = {
  id: string
  name: string
  kind: CourseKind
  about: string
  amount: string
  working: string
  places: string
  message: { text: string; tone: string; icon: 'check' | 'queue' | 'clock' } | null
  refused: { reason: string; text: string } | null
  next: string | null
  progress: { over: number; of: number; came: number } | null
}

/**
 * One course of a list: what, when, what it costs me, and where I stand. Styles: `program`, `say`,
 * `pips`, `tag`.
 */
export function ProgramRow({ studio, program }: { studio: StudioRef; program: ProgramRowData }) {
  const { id, name, kind, about, amount, working, places, message, refused, next, progress } =
    program
  return (
    <li className="program">
      <div>
        <h3>
          <a href={paths.program(studio, id)}>
            {name} {kind === 'workshop' && <span className="tag">workshop</span>}
          </a>
        </h3>
        <p>{about}</p>
      </div>
      {!progress && (
        <p className="num">
          {amount}
          <small>{places || working}</small>
        </p>
      )}
      {progress && (
        <Pips
          pips={[...pipsOf(progress.over, 'full'), ...pipsOf(progress.of - progress.over, 'used')]}
        />
      )}
      {message && (
        <p className={`say ${message.tone}`}>
          <Icon name={message.icon} />
          <span>
            {progress
              ? `${progress.over} of ${count(progress.of, 'session')} over, you came to ` +
                `${progress.came}.${next ? ` Next ${next}.` : ''}`
              : message.text}
          </span>
        </p>
      )}
      {refused && (
        <p className="say" data-refusal={refused.reason}>
          <Icon name="lock" />
          <span>{refused.text}</span>
        </p>
      )}
    </li>
  )
}

/** What narrows the list, behind one button. Styles: `chip`, `filter`, `sheet`, `range`. */
export function ProgramFilterBar(props: {
  studio: StudioRef
  filters: {
    kind: string
    discipline: string
    level: string
    day: string
    places: string
    most: string
  }
  options: {
    levels: readonly { id: string; name: string }[]
    disciplines: readonly { id: string; name: string }[]
  }
  /** The scale of what they cost, in whole units of the currency. */
  prices: RangeScale
  currency: string
  locale: string
}) {
  const { studio, filters, options, prices, currency, locale } = props
  const limit = limitOn(filters.most, prices)
  const chosen = Object.values({ ...filters, most: limit !== null }).filter(Boolean).length
  const days = Array.from({ length: 7 }, (_, i) => ({
    id: String(i + 1),
    name: weekday(addDays('2026-01-05', i), locale),
  }))
  const choice = (
    name: 'kind' | 'discipline' | 'level' | 'day',
    label: string,
    list: readonly { id: string; name: string }[],
  ) => (
    <label className="choice">
      {label}
      <select name={name} defaultValue={filters[name]}>
        <option value="">All</option>
        {list.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <div className="filters">
      <details className="filter">
        <summary className="chip">Filter{chosen > 0 && ` (${chosen})`}</summary>
        <form className="sheet stack mid-gap" method="get" action={paths.programs(studio)}>
          {choice('kind', 'What', [
            { id: 'course', name: 'Courses' },
            { id: 'workshop', name: 'Workshops' },
          ])}
          {options.disciplines.length > 1 &&
            choice('discipline', 'Discipline', options.disciplines)}
          {choice('level', 'Level', [{ id: 'open', name: 'Open to all' }, ...options.levels])}
          {choice('day', 'Day', days)}
          <RangeField
            name="most"
            label={`Price at most, in ${currency}`}
            value={limitOn(filters.most, prices)}
            scale={prices}
            say={String}
            any="Any"
          />
          <label className="chip">
            <input
              type="checkbox"
              name="places"
              value="1"
              defaultChecked={filters.places === '1'}
            />
            Has places
          </label>
          <button type="submit" className="button primary">
            Show programs
          </button>
        </form>
      </details>
    </div>
  )
}
