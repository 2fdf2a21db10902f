/** Flows of the demo studios, typed as their coaches write them. */

export type FlowText = {
  title: string
  discipline: string
  level: 'beginner' | 'intermediate' | 'expert'
  focus: string
  minutes: number
  notes?: string
  draft?: true
  /** Lines by block. */
  blocks: Record<string, string>
  tracks?: { title: string; length: string; licence: string }[]
  /** By item: what else to do at another level, and which of the tracks begins with it. */
  more?: Record<string, { easier?: string; harder?: string; track?: number }>
  comment?: string
}

export const northsideFlows: FlowText[] = [
  {
    title: 'Spins 4: chair, fireman, carousel',
    discipline: 'Pole',
    level: 'beginner',
    focus: 'Carousel spin',
    minutes: 60,
    notes: 'Grip aid stays at the wall until the spins.',
    blocks: {
      'Warm-up': 'Wrists, shoulders, hips 8 min : Circles first, weight later.\nPole walk 5 min',
      Build:
        'Fireman spin 8 min left first : Swing from the outside leg.\nChair spin 10 min left first : Push with the lower hand, hang from the upper.',
      Peak: 'Carousel spin 12 min left first : Outside leg leads. Push away, don’t pull in.\nAll three, twice 7 min left first',
      'Cool-down': 'Stretch 5 min',
    },
    tracks: [
      { title: 'Slow set', length: '13:00', licence: 'PRS and PPL' },
      { title: 'Build set', length: '37:00', licence: 'PRS and PPL' },
    ],
    more: {
      'Wrists, shoulders, hips': { track: 0 },
      'Fireman spin': { easier: 'Step around', harder: 'Fireman spin from the walk', track: 1 },
      'Chair spin': { easier: 'Chair spin with one foot down', harder: 'Back hook spin' },
      'Carousel spin': { easier: 'Attitude spin', harder: 'Carousel spin, legs straight' },
    },
    comment: 'Could the pole walk be shorter when nobody is new?',
  },
  {
    title: 'First inverts',
    discipline: 'Pole',
    level: 'intermediate',
    focus: 'Invert to chopper',
    minutes: 75,
    blocks: {
      'Warm-up': 'Wrists, shoulders, hips 8 min\nHollow hold 45 s\nPole sit 4 min left first',
      Build: 'Basic climb 10 min left first\nCross knee release 10 min left first',
      Peak: 'Invert to chopper 20 min left first : Lift the hips, the legs follow.\nOutside leg hang 12 min left first',
      'Cool-down': 'Forearms and lats 6 min',
    },
  },
  {
    title: 'Hoop: from mount to man in the moon',
    discipline: 'Aerial',
    level: 'beginner',
    focus: 'Man in the moon',
    minutes: 60,
    blocks: {
      'Warm-up': 'Shoulders on the floor 8 min\nHanging shrugs 3 min',
      Build: 'Hoop mount 12 min left first\nHip key 10 min left first',
      Peak: 'Man in the moon 14 min left first : Slide, don’t jump.',
      'Cool-down': 'Hang and breathe 8 breaths\nStretch 6 min',
    },
  },
  {
    title: 'Morning flow to warrior two',
    discipline: 'Yoga',
    level: 'beginner',
    focus: 'Warrior two',
    minutes: 60,
    blocks: {
      'Warm-up': 'Cat and cow 10 breaths\nChild’s pose 8 breaths\nSun salutation A 40 breaths',
      Build: 'Downward dog 8 breaths\nLow lunge 8 breaths /side\nCrescent lunge 8 breaths /side',
      Peak: 'Warrior two 12 breaths /side : Front knee over the ankle.\nTriangle 10 breaths /side\nSide angle 10 breaths /side\nHold and return 16 min',
      'Cool-down': 'Pigeon 20 breaths /side\nSeated twist 10 breaths /side\nCorpse pose 8 min',
    },
  },
  {
    title: 'Evening hips, slow',
    discipline: 'Yoga',
    level: 'beginner',
    focus: 'Pigeon',
    minutes: 45,
    blocks: {
      'Warm-up': 'Breathe and arrive 4 min\nCat and cow 10 breaths',
      Build: 'Low lunge 12 breaths /side\nLizard 12 breaths /side',
      Peak: 'Pigeon 36 breaths /side : Stay where it is quiet.\nLegs up the wall 10 min',
      'Cool-down': 'Corpse pose 10 min',
    },
  },
  {
    title: 'Mat pilates: the first ten',
    discipline: '',
    level: 'beginner',
    focus: 'Roll-up',
    minutes: 45,
    blocks: {
      'Warm-up': 'Pelvic curls 4 min\nThe hundred 100 counts',
      Build: 'Single leg stretch 30 counts /side\nLeg circles 40 counts /side',
      Peak: 'Roll-up 6 min : One bone after the other.\nSide kicks 60 counts /side\nSwimming 3 min\nPlank 4 min',
      'Cool-down': 'Mermaid 3 min left first\nRest 5 min',
    },
  },
  {
    title: 'Strength for climbs',
    discipline: 'Pole',
    level: 'intermediate',
    focus: 'Dead hang to row',
    minutes: 60,
    draft: true,
    blocks: {
      'Warm-up': 'Bands and wrists 8 min',
      Build: 'Dead hang 6 min\nInverted row 10 min\nGoblet squat 10 min',
      Peak: 'Climb ladder 16 min : Rest as long as you climb.',
      'Cool-down': 'Stretch 6 min',
    },
  },
]

export const southsideFlows: FlowText[] = [
  {
    title: 'Basics: stance, punch, block',
    discipline: 'Karate',
    level: 'beginner',
    focus: 'First ten of the form',
    minutes: 60,
    blocks: {
      'Warm-up': 'Joints and skipping 10 min',
      Build: 'Front stance 8 min left first\nStraight punch 100 counts /side',
      Peak: 'Rising block 8 min left first\nForm, first ten 14 min : Eyes first, then the hips.',
      'Cool-down': 'Breathe and bow 4 min',
    },
  },
]
