/** A program's week and a person's copy as pages show them. */
export type ShownWeek = {
  name: string
  note: string
  lighter: boolean
  sessions: number
  sets: number
  minutes: number
  /** Against the week before: `2 more`. */
  against: string
  muscles: string
  days: { name: string; lines: string[] }[][]
}

export type ShownCopy = {
  id: string
  personId: string
  name: string
  about: string
  /** Made of an older version than the newest. */
  older: boolean
}
