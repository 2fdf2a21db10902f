/** The courses and workshops of the demo studios, in the words their owners would use. */
export type CoursePlan = {
  kind: 'course' | 'workshop'
  name: string
  shortName: string
  discipline: string
  room: string
  /** First name of who teaches. */
  coach: string
  description: string
  bring: string
  /** Sundays from this week's, and how many; nothing else happens then. */
  fromWeek: number
  topics: string[]
  time: string
  minutes: number
  places: number
  priceMinor: number
  tier?: { name: string; priceMinor: number; days: number }
  lateJoin: number
  dropIns: boolean
  makeUpHours: number | null
  withdrawal: string
  minimumPeople?: number
  guest?: { name: string; percent: number }
  /** People of the crowd who are in it, and who wait; `mo` and `ana` come on top. */
  enrolled: number
  waiting: number
  mo?: boolean
  anaWaits?: boolean
}

export const coursePlans: Record<string, CoursePlan[]> = {
  northside: [
    {
      kind: 'course',
      name: 'Beginner pole, six Sundays',
      shortName: 'Pole course',
      discipline: 'Pole',
      room: 'Pole studio',
      coach: 'Ines',
      description:
        'From the first climb to a short routine, with the same people and the same coach.',
      bring: 'Shorts, water, no lotion on the day.',
      fromWeek: -2,
      topics: [
        'Grips and the first climb',
        'Sits and how to leave them',
        'Spins to the left',
        'Spins to the right',
        'Putting it together',
        'The routine',
      ],
      time: '13:00',
      minutes: 75,
      places: 8,
      priceMinor: 9_000,
      lateJoin: 3,
      dropIns: true,
      makeUpHours: 4,
      withdrawal: '14:100,2:50',
      enrolled: 5,
      waiting: 0,
      mo: true,
    },
    {
      kind: 'workshop',
      name: 'Handstand intensive with Mika Sato',
      shortName: 'Handstands',
      discipline: 'Yoga',
      room: 'Yoga room',
      coach: 'Theo',
      description:
        'Ninety minutes upside down: the line, the exit, and a plan for the weeks after.',
      bring: 'A mat of your own if you have one.',
      fromWeek: 3,
      topics: ['Line, balance, exits'],
      time: '14:25',
      minutes: 90,
      places: 12,
      priceMinor: 3_500,
      tier: { name: 'Early bird', priceMinor: 2_800, days: 7 },
      lateJoin: 0,
      dropIns: false,
      makeUpHours: null,
      withdrawal: '7:100,2:50',
      minimumPeople: 6,
      guest: { name: 'Mika Sato', percent: 60 },
      enrolled: 4,
      waiting: 0,
    },
    {
      kind: 'course',
      name: 'Aerial hoop improvers',
      shortName: 'Hoop course',
      discipline: 'Aerial',
      room: 'Aerial studio',
      coach: 'Marta',
      description: 'Four mornings for anyone who has the mounts and wants the first combinations.',
      bring: 'Long sleeves and leggings.',
      fromWeek: 1,
      topics: [
        'Mounts from both sides',
        'Under the bar',
        'Above the bar',
        'A combination of your own',
      ],
      time: '08:30',
      minutes: 75,
      places: 4,
      priceMinor: 7_200,
      lateJoin: 1,
      dropIns: false,
      makeUpHours: 12,
      withdrawal: '14:100,3:50',
      enrolled: 4,
      waiting: 1,
      anaWaits: true,
    },
  ],
  southside: [
    {
      kind: 'course',
      name: 'White to yellow belt',
      shortName: 'Yellow belt',
      discipline: 'Karate',
      room: 'Dojo',
      coach: 'Keiko',
      description:
        'Eight afternoons to the yellow belt: stances, the first kata, and what the grading asks.',
      bring: 'A gi if you have one; we lend the first month.',
      fromWeek: -1,
      topics: [
        'Stances',
        'Blocks',
        'Punches',
        'Taikyoku shodan',
        'Kicks',
        'The kata in time',
        'Partner drills',
        'Mock grading',
      ],
      time: '15:30',
      minutes: 60,
      places: 10,
      priceMinor: 16_000,
      lateJoin: 2,
      dropIns: false,
      makeUpHours: 24,
      withdrawal: '14:100,1:50',
      enrolled: 7,
      waiting: 0,
    },
  ],
}
