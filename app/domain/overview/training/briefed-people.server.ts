/** Who of a roster stands out before a class, out of the rows that were read. */
import {
  type Asks,
  isReady,
  type Requirement,
  requirementsOf,
} from '#app/domain/progression/progress.ts'
import { standingOf } from '#app/domain/progression/standing-sql.server.ts'
import { count, ordinal } from '#app/values/wording.ts'
import { addDays, birthdaysOn, type LocalDate, type LocalDateTime } from '#app/values/zone.ts'
import type { Briefed } from './class-briefing.ts'

export type BriefedRow = {
  occurrenceId: string
  personId: string
  name: string
  first: number
  birthDate: LocalDate | null
  /** The words of each injury; null for none. */
  injury: string | null
  /** Classes they came to before this one. */
  visits: number
  /** The day they reached the level they hold; null for none of the discipline. */
  since: LocalDate | null
  provisional: number | null
  lapsesOn: LocalDate | null
  nextId: string | null
  nextName: string | null
  askClasses: number | null
  askDays: number | null
  askAge: number | null
  askSkills: number | null
  counts: string | null
  skills: string | null
  /** Their newest cleared skill and the day, as JSON; null for none. */
  newest: string | null
}

/** Classes that may be missing of a level for somebody to be about to reach it. */
const nearly = 2

/** A skill is news for so many days. */
const newsDays = 28

/** Those who stand out in a class that begins at `localStart`, in the order of the rows. */
export function toBriefed(rows: readonly BriefedRow[], localStart: LocalDateTime): Briefed[] {
  const day = localStart.slice(0, 10)
  return rows
    .map((row) => {
      const nth = row.visits + 1
      const [skill, since] = JSON.parse(row.newest ?? '[]') as [string?, string?]
      return {
        personId: row.personId,
        name: row.name,
        first: row.first === 1,
        injury: row.injury,
        levelUp: levelUpOf(row, day),
        birthday: row.birthDate !== null && birthdaysOn(day).includes(row.birthDate.slice(5)),
        milestone: nth % 100 === 0 ? ordinal(nth) : null,
        skill: skill && since && since.slice(0, 10) >= addDays(day, -newsDays) ? skill : null,
      }
    })
    .filter(
      ({ first, injury, levelUp, birthday, milestone, skill }) =>
        first || injury !== null || levelUp || birthday || milestone || skill,
    )
}

/** Whether the next level asks nothing more, or a class or two. */
function levelUpOf(row: BriefedRow, day: LocalDate): string | null {
  const { nextId, nextName, counts, skills } = row
  if (!nextId || !counts) return null
  const asks: Asks = row
  const standing = standingOf({ ...row, counts, skills: skills ?? '{}', towards: nextId })
  const requirements = requirementsOf(asks, standing, day)
  if (requirements.length === 0) return null
  if (isReady(requirements)) return `Ready for ${nextName}`
  const open = requirements.filter(({ met }) => !met)
  const missing = open.length === 1 ? missingClasses(open[0]!) : null
  return missing === null ? null : `${count(missing, 'class', 'classes')} from ${nextName}`
}

function missingClasses({ kind, need, have }: Requirement): number | null {
  const missing = need - (have ?? 0)
  return kind === 'classes' && missing <= nearly ? missing : null
}
