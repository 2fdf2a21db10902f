import type { LogType } from '#app/domain/training/log-type.ts'
import { doneHead, doneWords } from '#app/domain/training-log/session/done-words.ts'
import {
  type Done,
  type LoggedSet,
  setTypeWords,
} from '#app/domain/training-log/session/logged-set.ts'
import {
  comparedWords,
  type Known,
  nextN,
  suggested,
} from '#app/domain/training-log/session/next-set.ts'
import type { Entry } from '#app/domain/training-log/session/session-plan.ts'
import { targetWords } from '#app/domain/workouts/plan/plan-words.ts'
import type { Unit } from '#app/domain/workouts/plan/tokens.ts'
import { Icon } from '#app/ui/icon/icon.tsx'

/** The sets of an exercise, last time's first: what is logged, what is next, what is to come. */
export function SetsTable(props: {
  entry: Entry
  sets: readonly LoggedSet[]
  known: Known | undefined
  unit: Unit
  how: string | null
  remove: (set: LoggedSet) => void
}) {
  const { entry, sets, known, unit, how, remove } = props
  const logged = new Map(
    sets.filter((set) => set.entry === entry.id && !set.removed).map((set) => [set.n, set]),
  )
  const next = nextN(sets, entry)
  const rows = Math.max(entry.sets, next, ...logged.keys())
  const target = targetWords(entry.target, unit)
  return (
    <>
      <p className="soft">
        {entry.sets > 0 && `${entry.sets} ${entry.sets === 1 ? 'set' : 'sets'}`}
        {entry.sets > 0 && target && ` of ${target}`}
        {entry.eachSide && ', each side'}
        {entry.swapped && `, instead of ${entry.swapped.from}`} {how && <a href={how}>How</a>}
      </p>
      <table className="sets">
        <thead>
          <tr>
            <th scope="col">Set</th>
            <th scope="col">{known?.day || 'Before'}</th>
            <th scope="col">Today, {doneHead(entry.logType, unit)}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, i) => {
            const n = i + 1
            const last = known?.sets.find((set) => set.n === n)
            const set = logged.get(n)
            const now = n === next
            const shown = set ?? (now ? suggested(entry, sets, known, unit) : null)
            const bare = { bare: true }
            return (
              <tr key={n} className={rowClass(set !== undefined, now)}>
                <th scope="row">{n}</th>
                <td>{last ? doneWords(last, unit, bare) : ''}</td>
                <td>
                  {shown && (set || saysEnough(shown, entry.logType)) && (
                    <b>{doneWords(shown, unit, bare)}</b>
                  )}{' '}
                  <span className="soft">
                    {set && set.type !== 'normal' && setTypeWords[set.type]}
                    {shown && !set && comparedWords(shown, last)}
                    {set?.rpe && ` RPE ${set.rpe / 10}`}
                  </span>
                </td>
                <td>
                  {set && (
                    <button type="button" className="undo" onClick={() => remove(set)}>
                      <Icon name="tick" />
                      <span className="vh">Set {n} is logged. Undo</span>
                    </button>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

/** Whether what a set is filled in with can be logged as it is: a weight alone only where it is all. */
const saysEnough = ({ grams, reps, seconds, metres }: Done, logType: LogType): boolean =>
  (reps ?? seconds ?? metres ?? (logType === 'weight' ? grams : null)) !== null

function rowClass(done: boolean, now: boolean): string | undefined {
  if (done) return 'done'
  return now ? 'now' : undefined
}
