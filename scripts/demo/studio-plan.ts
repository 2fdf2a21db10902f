/**
 * What a demo studio is, in the words its owner would use. `build-studio.ts` turns it into rows.
 */
import type { Studio } from '#app/domain/scope/studio.ts'

/** Monday to Sunday, as RRULE writes them. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof weekdays)[number]

export type ClassTypePlan = {
  name: string
  /** For calendars: at most 12 characters. */
  shortName: string
  discipline: string
  room: string
  minutes: number
  description: string
  /** Lowest rung that may book, by its name. */
  level?: string
  /** Places, where there are fewer than the room holds. */
  capacity?: number
  /** `Practice` has a shorter cut-off and no fees. */
  policy?: 'Practice'
  dropInMinor?: number
  /** Its sign: an icon by name, and a colour of the palette. */
  sign?: { icon: string; colour: string }
  /** How full it gets: 1 fills the room, above 1 makes a waitlist. */
  demand: number
}

export type AccountPlan = {
  login: string
  name: string
  role: 'owner' | 'manager' | 'front_desk' | 'coach' | 'member'
}

export type StudioPlan = {
  studio: Omit<Studio, 'id' | 'state' | 'listed'>
  disciplines: { name: string; levels: string[] }[]
  /** `spotColumns`: the room has numbered places, so many in a row. */
  rooms: { name: string; capacity: number; spotColumns?: number; location?: string }[]
  /** When the studio's own location is open, and how to get there. */
  home: { name?: string; hours: string; directions: string }
  /** Another location, by whose name rooms say that they are there. */
  second?: { name: string; address: string; hours: string; directions: string }
  /** Coaches besides the account `coach`, by the first name the week uses. */
  coaches: string[]
  classTypes: ClassTypePlan[]
  /** `[weekday, local start, class type, coach's first name]` */
  week: [Weekday, string, string, string][]
  fees: { lateMinor: number; noShowMinor: number }
  prices: { unlimitedMinor: number; weeklyMinor: number; tenMinor: number; fiveMinor: number }
  accounts: AccountPlan[]
  members: string[]
  /** Why the one cancelled class is cancelled. */
  cancelReason: string
  /** Class types that Ana and Ben come to. */
  favorites: { ana: string[]; ben: string[] }
}
