import { sql } from 'drizzle-orm'
import type { TraitColumn } from '../dataset.ts'

const kindWords = {
  class: 'Class',
  course: 'Course',
  workshop: 'Workshop',
  appointment: 'Appointment',
} as const

/** Traits of what takes place; both datasets have `type`, `room`, `place`, `discipline`, `coach`. */
export const classTraits: readonly TraitColumn[] = [
  {
    id: 'class',
    name: 'Class type',
    kind: 'text',
    group: true,
    about: 'What was taught, by the name it has now.',
    sql: sql`type.name`,
  },
  {
    id: 'kind',
    name: 'Kind',
    kind: 'text',
    group: true,
    words: kindWords,
    about: 'Class, session of a course or workshop, appointment.',
    sql: sql`fact.kind`,
  },
  {
    id: 'discipline',
    name: 'Discipline',
    kind: 'text',
    group: true,
    about: 'The discipline of the class type.',
    sql: sql`coalesce(discipline.name, '')`,
  },
  {
    id: 'coach',
    name: 'Coach',
    kind: 'text',
    group: true,
    about: 'Who taught it: the substitute where one did.',
    sql: sql`coalesce(coach.name, '')`,
  },
  {
    id: 'room',
    name: 'Room',
    kind: 'text',
    group: true,
    about: 'Where it was.',
    sql: sql`coalesce(room.name, '')`,
  },
  {
    id: 'location',
    name: 'Location',
    kind: 'text',
    group: true,
    about: 'The location of the room.',
    sql: sql`coalesce(place.name, '')`,
  },
]

/** What `fact`, a class, is joined with. */
export const joined = sql`
  JOIN class_types AS type ON type.id = fact.class_type_id
  LEFT JOIN disciplines AS discipline ON discipline.id = type.discipline_id
  LEFT JOIN people AS coach ON coach.id = fact.coach_id
  LEFT JOIN rooms AS room ON room.id = fact.room_id
  LEFT JOIN locations AS place ON place.id = room.location_id`

/** Visits behind a number of `classes`: the same rows, one by one. */
