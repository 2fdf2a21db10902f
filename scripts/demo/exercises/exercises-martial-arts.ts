import type { ExercisePlan } from './exercises.ts'

type Move = Pick<ExercisePlan, 'name' | 'works' | 'helps' | 'steps' | 'cues' | 'faults'> &
  Partial<ExercisePlan>

const move =
  (base: Pick<ExercisePlan, 'discipline'> & Partial<ExercisePlan>) =>
  (plan: Move): ExercisePlan => ({
    level: 'beginner',
    category: 'technique',
    force: 'push',
    equipment: 'body only',
    logType: 'reps',
    eachSide: true,
    ...base,
    ...plan,
  })

const karate = move({ discipline: 'Karate' })
const judo = move({ discipline: 'Judo', force: 'pull', equipment: 'mat' })
const padwork = move({ discipline: 'Karate', equipment: 'pads' })
const groundwork = move({ discipline: 'Brazilian jiu-jitsu', equipment: 'mat' })

export const martialArts: ExercisePlan[] = [
  karate({
    name: 'Front stance',
    aliases: ['Zenkutsu dachi'],
    force: 'static',
    logType: 'time',
    works: ['quadriceps'],
    helps: ['glutes', 'calves'],
    steps: [
      'Step forward two shoulder lengths, feet a hip width apart.',
      'Bend the front knee over the toes, back leg long.',
      'Hips square to the front.',
    ],
    cues: ['Both feet flat.'],
    faults: ['Feet on one line: step wider.'],
  }),
  karate({
    name: 'Horse stance',
    aliases: ['Kiba dachi'],
    force: 'static',
    logType: 'time',
    eachSide: false,
    works: ['quadriceps'],
    helps: ['adductors', 'glutes'],
    steps: [
      'Stand twice as wide as the shoulders, toes forward.',
      'Sit until the thighs are nearly level.',
      'Hold with an upright back.',
    ],
    cues: ['Knees out, over the toes.'],
    faults: ['Leaning forward: sit a little higher.'],
  }),
  karate({
    name: 'Reverse punch',
    aliases: ['Gyaku zuki'],
    works: ['chest'],
    helps: ['triceps', 'abdominals', 'shoulders'],
    steps: [
      'From front stance, pull the hip of the back leg back.',
      'Turn the hip and send the fist straight from the side.',
      'Turn the fist over at the end and pull the other hand back.',
    ],
    cues: ['The hip starts, the fist follows.'],
    faults: ['The elbow flies out: let it brush the ribs.'],
  }),
  karate({
    name: 'Rising block',
    aliases: ['Age uke'],
    works: ['shoulders'],
    helps: ['forearms', 'triceps'],
    steps: [
      'Cross the blocking arm in front of the body.',
      'Sweep it up until the forearm is a fist above the forehead.',
      'Pull the other fist to the hip.',
    ],
    cues: ['Turn the forearm at the end.'],
    faults: ['Blocking the view: higher and a little forward.'],
  }),
  karate({
    name: 'Front kick',
    aliases: ['Mae geri'],
    works: ['quadriceps'],
    helps: ['abdominals', 'calves', 'glutes'],
    steps: [
      'Lift the knee to the chest, toes back.',
      'Snap the ball of the foot forward.',
      'Pull back before you set the foot down.',
    ],
    cues: ['Knee first.', 'Back faster than out.'],
    faults: ['Kicking with the toes: pull them up.'],
  }),
  karate({
    name: 'Roundhouse kick',
    aliases: ['Mawashi geri'],
    level: 'intermediate',
    works: ['abductors'],
    helps: ['quadriceps', 'glutes', 'abdominals'],
    steps: [
      'Lift the knee to the side, heel to the seat.',
      'Turn the standing foot and the hip over.',
      'Snap the instep to the target and pull back.',
    ],
    cues: ['Standing heel points to the target.'],
    faults: ['The knee drops before the kick: lift and hold it.'],
  }),
  judo({
    name: 'Backward breakfall',
    aliases: ['Ushiro ukemi'],
    eachSide: false,
    works: ['abdominals'],
    helps: ['neck', 'triceps'],
    steps: [
      'Squat, chin on the chest, arms crossed.',
      'Roll back over a round back.',
      'Slap the mat with both arms at half height as the shoulders touch.',
    ],
    cues: ['Look at your belt.'],
    faults: ['The head touches: chin in before you roll.'],
  }),
  judo({
    name: 'Forward rolling breakfall',
    aliases: ['Mae mawari ukemi'],
    level: 'intermediate',
    works: ['abdominals'],
    helps: ['shoulders', 'glutes'],
    steps: [
      'Step forward and set the hand with its little finger side down.',
      'Roll over arm and shoulder to the other hip.',
      'Slap the mat and stop on the side, or rise.',
    ],
    cues: ['Make a wheel of the arm.'],
    faults: ['Rolling over the head: look under the armpit.'],
  }),
  judo({
    name: 'Major hip throw, entry',
    aliases: ['O goshi'],
    works: ['glutes'],
    helps: ['quadriceps', 'lats', 'lower back'],
    steps: [
      'Pull the partner forward onto the toes.',
      'Step in, turn and set the hips below theirs.',
      'Bend the knees, pull and lift until they are light, then set them down.',
    ],
    cues: ['Hips lower than theirs.', 'Pull all the time.'],
    faults: ['Lifting with the back: knees first.'],
  }),
  judo({
    name: 'Scarf hold',
    aliases: ['Kesa gatame'],
    force: 'static',
    logType: 'time',
    works: ['lats'],
    helps: ['abdominals', 'biceps', 'adductors'],
    steps: [
      'Sit beside the partner, hip against the ribs.',
      'One arm round the neck, the other holds their arm under yours.',
      'Legs wide, head low.',
    ],
    cues: ['Weight on the ribs, not on your knees.'],
    faults: ['Legs close together: they will roll you.'],
  }),
  groundwork({
    name: 'Shrimp escape',
    aliases: ['Ebi', 'Hip escape'],
    force: 'push',
    works: ['abdominals'],
    helps: ['glutes', 'hamstrings'],
    steps: [
      'Lie on the back, one foot close to the seat.',
      'Turn on the side and push the hips away from the foot.',
      'Come back and go on to the other side.',
    ],
    cues: ['Hips move, the head stays low.'],
    faults: ['Turning only the shoulders: push with the foot.'],
  }),
  padwork({
    name: 'Jab and cross',
    aliases: ['One-two'],
    works: ['shoulders'],
    helps: ['triceps', 'chest', 'abdominals'],
    steps: [
      'Guard up, front hand straight out and back.',
      'Turn the back hip and send the back hand after it.',
      'Return to guard.',
    ],
    cues: ['Chin behind the shoulder.'],
    faults: ['The other hand drops: touch your cheek with it.'],
  }),
  padwork({
    name: 'Hook on pads',
    works: ['chest'],
    helps: ['abdominals', 'biceps', 'shoulders'],
    steps: [
      'Turn the front foot and hip together.',
      'Elbow at shoulder height, forearm level.',
      'Stop at the pad and come back to guard.',
    ],
    cues: ['The foot turns first.'],
    faults: ['A swinging arm: keep the angle.'],
  }),
  padwork({
    name: 'Low kick on pads',
    level: 'intermediate',
    works: ['quadriceps'],
    helps: ['glutes', 'abductors', 'abdominals'],
    steps: [
      'Step out a little with the front foot.',
      'Swing the hip and land the shin on the pad.',
      'Bring the leg back the way it came.',
    ],
    cues: ['Hit with the shin, not with the foot.'],
    faults: ['Standing flat: turn on the ball of the foot.'],
  }),
  groundwork({
    name: 'Sprawl',
    eachSide: false,
    works: ['abdominals'],
    helps: ['chest', 'quadriceps', 'shoulders'],
    steps: [
      'From guard, drop the hands to the mat.',
      'Shoot both legs back, hips to the floor.',
      'Spring up to guard.',
    ],
    cues: ['Hips first.'],
    faults: ['Landing on the knees: legs long.'],
  }),
]
