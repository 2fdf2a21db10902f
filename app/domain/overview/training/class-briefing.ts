/** Who of a roster stands out before a class, in words and marks. Pure. */
import type { Mark } from '#app/domain/bookings/roster/roster-marks.ts'
import { count } from '#app/values/wording.ts'

export type Briefed = {
  personId: string
  name: string
  first: boolean
  injury: string | null
  /** `ready for Level 2`, `1 class from Level 2`; null for neither. */
  levelUp: string | null
  birthday: boolean
  /** `100th`; null for no round number. */
  milestone: string | null
  /** A skill cleared in the last four weeks. */
  skill: string | null
}

/** `2 first visits`, `1 injury`: how many stand out, by why; empty for nobody. Names nobody. */
export function briefingCounts(people: readonly Briefed[]): string[] {
  const of = (picks: (one: Briefed) => unknown, one: string, many: string) => {
    const n = people.filter(picks).length
    return n > 0 ? [count(n, one, many)] : []
  }
  return [
    ...of(({ first }) => first, 'first visit', 'first visits'),
    ...of(({ injury }) => injury !== null, 'injury noted', 'injuries noted'),
    ...of(({ levelUp }) => levelUp, 'about to level up', 'about to level up'),
    ...of(({ birthday }) => birthday, 'birthday', 'birthdays'),
    ...of(({ milestone }) => milestone, 'round visit', 'round visits'),
    ...of(({ skill }) => skill, 'new skill', 'new skills'),
  ]
}

/** What the page shows beside a name; `medical` may read the words of injuries. */
export function briefedMarks(one: Briefed, { medical }: { medical: boolean }): Mark[] {
  const { first, injury, levelUp, birthday, milestone, skill } = one
  const marks: (Mark | false)[] = [
    first && { icon: 'sprout', text: 'First visit', tone: 'line' },
    injury !== null && {
      icon: 'plaster',
      text: medical ? `Injury: ${injury}` : 'Injury',
      tone: 'bad',
    },
    levelUp !== null && { icon: 'compass', text: levelUp, tone: null },
    birthday && { icon: 'star', text: 'Birthday', tone: null },
    milestone !== null && { icon: 'star', text: `${milestone} visit`, tone: 'line' },
    skill !== null && { icon: 'compass', text: `New skill: ${skill}`, tone: 'line' },
  ]
  return marks.filter((mark) => mark !== false)
}
