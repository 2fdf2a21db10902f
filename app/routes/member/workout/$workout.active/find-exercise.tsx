import { useEffect, useState } from 'react'
import type { LogType } from '#app/domain/training/log-type.ts'
import { type Entry, unlisted } from '#app/domain/training-log/session/session-plan.ts'
import { paths } from '#app/paths.ts'

export type FoundExercise = { id: string; name: string; logType: LogType; about: string }

const reasons = [
  ['equipment', 'The equipment is taken'],
  ['injury', 'Something hurts'],
] as const

/** Finds an exercise by name, or another one for the same muscle. A name alone does offline. */
export function FindExercise({
  studio,
  instead,
  pick,
}: {
  studio: { slug: string }
  instead: Entry | null
  pick: (found: FoundExercise, why: string) => void
}) {
  const [q, setQ] = useState('')
  const [why, setWhy] = useState<string>(instead ? 'equipment' : '')
  const [found, setFound] = useState<FoundExercise[]>([])
  useEffect(() => {
    const asks = q.trim() !== '' || (instead && why !== '')
    if (!asks) return setFound([])
    const gone = new AbortController()
    const later = setTimeout(async () => {
      try {
        const path = paths.workoutExercises(studio, {
          q: q.trim() || undefined,
          ...(instead && q.trim() === '' ? { instead: instead.exerciseId, why } : {}),
        })
        const answer = await fetch(path, { signal: gone.signal })
        if (answer.ok) setFound(((await answer.json()) as { exercises: FoundExercise[] }).exercises)
      } catch {
        // Without a network the name that is typed does.
      }
    }, 250)
    return () => {
      clearTimeout(later)
      gone.abort()
    }
  }, [studio, instead, q, why])
  const typed = q.trim()
  const known = found.some(({ name }) => name.toLowerCase() === typed.toLowerCase())
  return (
    <div className="stack find">
      {instead && (
        <label>
          <span className="over">Why</span>
          <select value={why} onChange={(event) => setWhy(event.currentTarget.value)}>
            {reasons.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        <span className="over">{instead ? 'Or find another one' : 'Find an exercise'}</span>
        <input
          value={q}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => setQ(event.currentTarget.value)}
        />
      </label>
      <ul className="lines tight">
        {found.map((one) => (
          <li key={one.id}>
            <button type="button" className="go" onClick={() => pick(one, why)}>
              <span>
                <b>{one.name}</b> <span className="soft">{one.about}</span>
              </span>
            </button>
          </li>
        ))}
        {typed.length > 1 && !known && (
          <li>
            <button
              type="button"
              className="go"
              onClick={() =>
                pick({ id: unlisted(typed), name: typed, logType: 'weight_reps', about: '' }, why)
              }
            >
              <span>
                Use <b>{typed}</b> as it is typed
              </span>
            </button>
          </li>
        )}
      </ul>
    </div>
  )
}
