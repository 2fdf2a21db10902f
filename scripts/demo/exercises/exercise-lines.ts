/**
 * Exercises of the demo, a line each: name, what the group does not say, level, force, muscles
 * (`works > helps`), how it is logged (`reps side` is each side), steps, cues, faults, the easier one
 * it follows, and who it is not for. Steps, cues and faults are parted by ` / `, the rest by ` | `.
 */
import type { ExercisePlan } from './exercises.ts'

type Group = Pick<ExercisePlan, 'category'> &
  Partial<Pick<ExercisePlan, 'discipline' | 'equipment'>>

const logTypes = {
  reps: 'reps',
  time: 'time',
  hold: 'hold',
  pass: 'pass',
  weight: 'weight_reps',
} as const

const split = (text: string, by: string) =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter(Boolean)

/** The lines of a group; what it does not say of discipline or equipment each line says, in order. */
export function readLines(lines: string, group: Group): ExercisePlan[] {
  return split(lines, '\n').map((line) => {
    const cells = line.split(' | ').map((cell) => cell.trim())
    const next = () => cells.shift() ?? ''
    const name = next()
    const discipline = group.discipline ?? next()
    const equipment = group.equipment ?? next()
    const [level, force] = [next(), next()] as [ExercisePlan['level'], ExercisePlan['force']]
    const [works = '', helps = ''] = next().split('>')
    const [log = 'reps', side] = next().split(' ')
    return {
      name,
      discipline,
      equipment,
      category: group.category,
      level,
      force,
      works: split(works, ','),
      helps: split(helps, ','),
      logType: logTypes[log as keyof typeof logTypes],
      eachSide: side === 'side',
      steps: split(next(), ' / '),
      cues: split(next(), ' / '),
      faults: split(next(), ' / '),
      after: next(),
      notFor: split(next(), ' / '),
    }
  })
}
