/**
 * What a new studio starts from: for each discipline its class types, its ladder and its words. All
 * of it can be changed.
 */

export type PackClass = {
  /** Names the class type within its pack. */
  key: string
  name: string
  /** Length in minutes. */
  minutes: number
  /** Lowest rung that may book, from 1; null is open to all. */
  fromRung: number | null
}

export type DisciplinePack = {
  key: string
  /** The discipline, as members read it. */
  name: string
  /** Rungs of the ladder, the lowest first; empty is a discipline without one. */
  levels: readonly string[]
  classes: readonly PackClass[]
  /** What the trade calls a rung and who takes a class. */
  words: { level: string; coach: string }
}

const open = (key: string, name: string, minutes: number): PackClass => ({
  key,
  name,
  minutes,
  fromRung: null,
})
const from = (rung: number, key: string, name: string, minutes: number): PackClass => ({
  key,
  name,
  minutes,
  fromRung: rung,
})

export const disciplinePacks: readonly DisciplinePack[] = [
  {
    key: 'yoga',
    name: 'Yoga',
    levels: ['Beginner', 'Improver', 'Experienced'],
    classes: [
      open('vinyasa', 'Vinyasa flow', 60),
      open('yin', 'Yin yoga', 75),
      open('hatha', 'Hatha', 60),
      from(2, 'ashtanga', 'Ashtanga', 90),
      open('restorative', 'Restorative', 60),
    ],
    words: { level: 'level', coach: 'teacher' },
  },
  {
    key: 'pilates',
    name: 'Pilates reformer',
    levels: ['Foundation', 'Intermediate', 'Advanced'],
    classes: [
      open('foundation', 'Reformer foundation', 50),
      from(2, 'intermediate', 'Reformer intermediate', 50),
      from(3, 'advanced', 'Reformer advanced', 50),
      open('mat', 'Mat Pilates', 50),
    ],
    words: { level: 'level', coach: 'instructor' },
  },
  {
    key: 'pole',
    name: 'Pole and aerial',
    levels: ['Level 1', 'Level 2', 'Level 3', 'Level 4'],
    classes: [
      open('pole-1', 'Pole 1', 60),
      from(2, 'pole-2', 'Pole 2', 60),
      from(3, 'pole-3', 'Pole 3', 60),
      open('hoop', 'Aerial hoop', 60),
      open('silks', 'Aerial silks', 60),
      from(2, 'practice', 'Open practice', 90),
    ],
    words: { level: 'level', coach: 'instructor' },
  },
  {
    key: 'martial',
    name: 'Martial arts',
    levels: [
      'White belt',
      'Yellow belt',
      'Orange belt',
      'Green belt',
      'Blue belt',
      'Brown belt',
      'Black belt',
    ],
    classes: [
      open('beginners', 'Beginners', 60),
      from(2, 'technique', 'Technique', 60),
      from(3, 'sparring', 'Sparring', 60),
      open('open-mat', 'Open mat', 90),
      open('kids', 'Children', 45),
    ],
    words: { level: 'belt', coach: 'coach' },
  },
  {
    key: 'dance',
    name: 'Dance',
    levels: ['Beginner', 'Improver', 'Intermediate', 'Advanced'],
    classes: [
      open('contemporary', 'Contemporary', 75),
      open('ballet', 'Ballet basics', 75),
      open('jazz', 'Jazz', 60),
      from(2, 'heels', 'Heels', 60),
      from(3, 'choreography', 'Choreography', 90),
    ],
    words: { level: 'level', coach: 'teacher' },
  },
  {
    key: 'crossfit',
    name: 'CrossFit',
    levels: ['On-ramp', 'Scaled', 'Rx'],
    classes: [
      open('on-ramp', 'On-ramp', 60),
      from(2, 'wod', 'Workout of the day', 60),
      from(2, 'weightlifting', 'Weightlifting', 75),
      open('open-gym', 'Open gym', 90),
    ],
    words: { level: 'level', coach: 'coach' },
  },
  {
    key: 'personal',
    name: 'Personal training',
    levels: [],
    classes: [
      open('one-to-one', 'One to one', 60),
      open('two-to-one', 'Two to one', 60),
      open('small-group', 'Small group strength', 60),
      open('mobility', 'Mobility', 45),
    ],
    words: { level: 'level', coach: 'trainer' },
  },
]

export const packByKey = (key: string): DisciplinePack | undefined =>
  disciplinePacks.find((pack) => pack.key === key)
