import { type ReactNode, useState } from 'react'
import { plainWeight } from '#app/domain/training-log/session/done-words.ts'
import {
  type LoggedSet,
  type SetType,
  setIdOf,
  setTypeWords,
} from '#app/domain/training-log/session/logged-set.ts'
import { type Known, logged, nextN, suggested } from '#app/domain/training-log/session/next-set.ts'
import { readDone, readTime } from '#app/domain/training-log/session/read-done.ts'
import { type Entry, mostSetsOfEntry } from '#app/domain/training-log/session/session-plan.ts'
import { clockWords } from '#app/domain/workouts/plan/plan-words.ts'
import type { Unit } from '#app/domain/workouts/plan/tokens.ts'

const steps = { kg: 2.5, lb: 5 }

const timeText = (seconds: number | null) =>
  seconds === null ? '' : clockWords(seconds).replace(/ s$/, '')

/**
 * The next set, filled in: one press logs it. Without scripts the same fields are a form that posts
 * to its page; plus and minus come with them.
 */
export function SetForm(props: {
  entry: Entry
  sets: readonly LoggedSet[]
  known: Known | undefined
  unit: Unit
  log: (set: Omit<LoggedSet, 'changedMs'>) => void
}) {
  const { entry, sets, known, unit, log } = props
  const n = nextN(sets, entry)
  const from = suggested(entry, sets, known, unit)
  const [weight, setWeight] = useState(from.grams === null ? '' : plainWeight(from.grams, unit))
  const [reps, setReps] = useState(from.reps === null ? '' : String(from.reps))
  const [time, setTime] = useState(timeText(from.seconds))
  const [distance, setDistance] = useState(from.metres === null ? '' : String(from.metres))
  const [wrong, setWrong] = useState<string | null>(null)
  const parts = logged[entry.logType]
  const numberOf = (text: string) => Number(text.replace(',', '.')) || 0
  const plus = (text: string, by: number, set: (text: string) => void) =>
    set(String(Math.max(0, Math.round((numberOf(text) + by) * 100) / 100)))

  function send(form: HTMLFormElement) {
    const read = readDone(entry.logType, { weight, reps, time, distance }, unit)
    if (!read.ok) return setWrong(read.why)
    const data = new FormData(form)
    const number = (name: string) => Number(String(data.get(name) ?? '').replace(',', '.'))
    const rpe = number('rpe')
    const rir = String(data.get('rir') ?? '')
    setWrong(null)
    log({
      id: setIdOf(entry.id, n),
      exerciseId: entry.exerciseId,
      entry: entry.id,
      n,
      ...read.done,
      type: String(data.get('type') ?? 'normal') as SetType,
      side: String(data.get('side') ?? '') as LoggedSet['side'],
      rpe: rpe >= 1 && rpe <= 10 ? Math.round(rpe * 2) * 5 : null,
      rir: /^\d$/.test(rir) ? Number(rir) : null,
      doneAt: `${new Date().toISOString().slice(0, 19)}Z`,
      removed: false,
    })
  }

  if (n > mostSetsOfEntry)
    return <p className="soft">An exercise takes at most {mostSetsOfEntry} sets.</p>
  return (
    <form
      className="log"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send(event.currentTarget)
      }}
    >
      <input type="hidden" name="entry" value={entry.id} />
      <input type="hidden" name="n" value={n} />
      {wrong && (
        <p className="bad wide" role="alert">
          {wrong}
        </p>
      )}
      {parts.includes('grams') && (
        <Step
          name="weight"
          unit={unit}
          value={weight}
          set={setWeight}
          inputMode="decimal"
          less={() => plus(weight, -steps[unit], setWeight)}
          more={() => plus(weight, steps[unit], setWeight)}
          by={`${steps[unit]} ${unit}`}
        />
      )}
      {parts.includes('reps') && (
        <Step
          name="reps"
          unit="reps"
          value={reps}
          set={setReps}
          inputMode="numeric"
          less={() => plus(reps, -1, setReps)}
          more={() => plus(reps, 1, setReps)}
          by="one"
        />
      )}
      {parts.includes('metres') && (
        <Step
          name="distance"
          unit="metres"
          value={distance}
          set={setDistance}
          inputMode="decimal"
          less={() => plus(distance, -100, setDistance)}
          more={() => plus(distance, 100, setDistance)}
          by="100 m"
        />
      )}
      {parts.includes('seconds') && (
        <Step
          name="time"
          unit="time"
          value={time}
          set={setTime}
          inputMode="text"
          less={() => setTime(timeText(Math.max(0, (readTime(time) ?? 0) - 5)))}
          more={() => setTime(timeText((readTime(time) ?? 0) + 5))}
          by="5 seconds"
        />
      )}
      <button type="submit" className="button primary huge wide" name="do" value="log">
        Log set {n}
      </button>
      <details className="wide marks">
        <summary>Warm-up, drop, effort</summary>
        <div className="mark-fields">
          <Choice name="type" label="Kind of set" first={entry.warmup ? 'warmup' : 'normal'}>
            {Object.entries(setTypeWords).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Choice>
          <Choice name="rpe" label="Effort (RPE)" first="">
            <option value="">Not said</option>
            {[6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5, 10].map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </Choice>
          <Choice name="rir" label="Reps in reserve" first="">
            <option value="">Not said</option>
            {[0, 1, 2, 3, 4, 5].map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </Choice>
          {entry.eachSide && (
            <Choice name="side" label="Side" first="">
              <option value="">Both</option>
              <option value="left">Left</option>
              <option value="right">Right</option>
            </Choice>
          )}
        </div>
      </details>
    </form>
  )
}

function Choice(props: { name: string; label: string; first: string; children: ReactNode }) {
  return (
    <label>
      <span>{props.label}</span>
      <select name={props.name} defaultValue={props.first}>
        {props.children}
      </select>
    </label>
  )
}

function Step(props: {
  name: string
  unit: string
  value: string
  set: (text: string) => void
  inputMode: 'decimal' | 'numeric' | 'text'
  less: () => void
  more: () => void
  by: string
}) {
  const { name, unit, value, set, less, more, by } = props
  return (
    <div className="step">
      <label>
        <input
          name={name}
          value={value}
          onChange={(event) => set(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          inputMode={props.inputMode}
          autoComplete="off"
        />
        <span>{unit}</span>
      </label>
      <button type="button" className="button" onClick={less}>
        <span className="vh">{`Take off ${by}`}</span>
        <span aria-hidden="true">−</span>
      </button>
      <button type="button" className="button" onClick={more}>
        <span className="vh">{`Add ${by}`}</span>
        <span aria-hidden="true">+</span>
      </button>
    </div>
  )
}
