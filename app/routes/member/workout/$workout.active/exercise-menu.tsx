import { useState } from 'react'
import type { LoggedSet } from '#app/domain/training-log/session/logged-set.ts'
import {
  type Entry,
  mostEntries,
  type SessionPlan,
  withExercise,
} from '#app/domain/training-log/session/session-plan.ts'
import { swappedPlan } from '#app/domain/training-log/session/swapped-plan.ts'
import { FindExercise, type FoundExercise } from './find-exercise.tsx'

/** The other exercises, and rearranging: swap, add, move, more or fewer sets. */
export function ExerciseMenu(props: {
  studio: { slug: string }
  plan: SessionPlan
  sets: readonly LoggedSet[]
  entry: Entry | null
  choose: (id: string) => void
  rearrange: (plan: SessionPlan) => void
  links: (id: string) => string
  /** No script runs yet, or ever: a form of the page adds an exercise by its name. */
  bare: boolean
}) {
  const { studio, plan, sets, entry, choose, rearrange, links, bare } = props
  const others = plan.entries.filter((one) => one !== entry)
  const [open, setOpen] = useState<'swap' | 'add' | null>(null)
  const change = (entries: Entry[]) => rearrange({ ...plan, entries })
  const instead = (next: Entry) =>
    change(plan.entries.map((one) => (one.id === next.id ? next : one)))

  function swap(found: FoundExercise, why: string) {
    if (!entry) return
    const { plan: next, id } = swappedPlan(plan, sets, entry, { ...found, why })
    rearrange(next)
    choose(id)
    setOpen(null)
  }

  function add(found: FoundExercise) {
    const next = withExercise(plan, found)
    rearrange(next)
    choose(next.entries.at(-1)?.id ?? '')
    setOpen(null)
  }

  function move(by: -1 | 1) {
    if (!entry) return
    const entries = [...plan.entries]
    const at = entries.indexOf(entry)
    const to = at + by
    if (to < 0 || to >= entries.length) return
    entries.splice(at, 1)
    entries.splice(to, 0, entry)
    change(entries)
  }

  return (
    <div className="stack">
      {others.length > 0 && (
        <details className="marks">
          <summary>
            Then{' '}
            {others
              .slice(0, 3)
              .map(({ name }) => name)
              .join(', ')}
            {others.length > 3 && ` and ${others.length - 3} more`}
          </summary>
          <ul className="lines tight">
            {plan.entries.map((one) => (
              <li key={one.id}>
                <a
                  className="go"
                  href={links(one.id)}
                  aria-current={one.id === entry?.id ? 'true' : undefined}
                  onClick={(event) => {
                    event.preventDefault()
                    choose(one.id)
                  }}
                >
                  <span>{one.name}</span>
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
      {bare ? (
        <AddByName />
      ) : (
        <p className="after">
          {entry && (
            <button
              type="button"
              className="quiet"
              onClick={() => setOpen(open === 'swap' ? null : 'swap')}
            >
              Swap or move
            </button>
          )}
          <button
            type="button"
            className="quiet"
            onClick={() => setOpen(open === 'add' ? null : 'add')}
          >
            Add an exercise
          </button>
        </p>
      )}
      {open === 'swap' && entry && (
        <div className="stack">
          <p className="after">
            <button type="button" className="button" onClick={() => move(-1)}>
              Earlier
            </button>
            <button type="button" className="button" onClick={() => move(1)}>
              Later
            </button>
            <button
              type="button"
              className="button"
              onClick={() => instead({ ...entry, sets: Math.max(0, entry.sets - 1) })}
            >
              A set less
            </button>
            <button
              type="button"
              className="button"
              onClick={() => instead({ ...entry, sets: Math.min(20, entry.sets + 1) })}
            >
              A set more
            </button>
          </p>
          <FindExercise studio={studio} instead={entry} pick={swap} />
        </div>
      )}
      {open === 'add' && plan.entries.length < mostEntries && (
        <FindExercise studio={studio} instead={null} pick={add} />
      )}
    </div>
  )
}

/** Adds an exercise by its name where no script runs. */
function AddByName() {
  return (
    <form method="post" className="find">
      <label>
        <span className="over">Add an exercise</span>
        <input name="exercise" maxLength={60} required autoComplete="off" />
      </label>
      <button type="submit" className="button">
        Add
      </button>
    </form>
  )
}
