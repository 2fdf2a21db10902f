/** Forty skills on the pole, as Northside teaches them. */
import { treeFormat } from '#app/domain/skills/tree-format.ts'

/** `[name, tier, needs, more]`; a need ending in `~` need only be familiar. */
type Line = [string, number, string[], { any?: true; sides?: 2; days?: number; safety?: string }?]

const spotted = 'Spotter and crash mat until cleared'

const lines: Line[] = [
  ['Pole walk', 0, []],
  ['Basic climb', 0, [], { sides: 2 }],
  ['Fireman spin', 0, [], { sides: 2 }],
  ['Pole sit', 0, []],
  ['Tuck hold', 0, []],
  ['Dip turn', 0, ['Pole walk']],
  ['Knee hook climb', 1, ['Basic climb'], { sides: 2 }],
  ['Chair spin', 1, ['Fireman spin'], { sides: 2 }],
  ['Back hook spin', 1, ['Fireman spin'], { sides: 2 }],
  ['Crossknee release', 1, ['Pole sit'], { sides: 2, days: 2 }],
  ['Layback', 1, ['Pole sit'], { safety: 'Crash mat until cleared' }],
  ['Straddle hold', 1, ['Tuck hold'], { days: 2 }],
  ['Plank on the pole', 1, ['Pole sit']],
  ['Pirouette', 1, ['Dip turn'], { sides: 2 }],
  ['Carousel spin', 2, ['Chair spin'], { sides: 2 }],
  ['Cradle spin', 2, ['Back hook spin'], { sides: 2 }],
  ['Side climb', 2, ['Knee hook climb'], { sides: 2 }],
  [
    'Basic invert',
    2,
    ['Straddle hold', 'Crossknee release~'],
    { sides: 2, days: 3, safety: spotted },
  ],
  ['Hip hold', 2, ['Layback', 'Plank on the pole'], { any: true }],
  ['Elbow sit', 2, ['Pole sit', 'Layback']],
  ['Body spiral', 2, ['Pirouette', 'Chair spin'], { any: true }],
  ['Inside leg hang', 3, ['Basic invert'], { sides: 2, days: 3, safety: spotted }],
  ['Outside leg hang', 3, ['Basic invert'], { sides: 2, days: 3, safety: spotted }],
  ['Chopper', 3, ['Basic invert'], { sides: 2, days: 3, safety: spotted }],
  ['Shoulder mount', 3, ['Straddle hold', 'Side climb'], { sides: 2, days: 3, safety: spotted }],
  ['Crucifix', 3, ['Basic invert'], { days: 2, safety: spotted }],
  ['Reverse grab', 3, ['Carousel spin', 'Cradle spin'], { any: true, sides: 2 }],
  ['Teddy', 3, ['Hip hold', 'Elbow sit'], { sides: 2 }],
  ['Boomerang', 3, ['Body spiral'], { sides: 2 }],
  ['Gemini', 4, ['Outside leg hang', 'Inside leg hang'], { sides: 2, days: 3, safety: spotted }],
  ['Scorpio', 4, ['Inside leg hang'], { sides: 2, days: 3, safety: spotted }],
  ['Butterfly', 4, ['Inside leg hang'], { sides: 2, days: 3, safety: spotted }],
  ['Cupid', 4, ['Outside leg hang', 'Teddy~'], { sides: 2, days: 2, safety: spotted }],
  [
    'Brass monkey',
    4,
    ['Shoulder mount', 'Chopper'],
    { any: true, sides: 2, days: 3, safety: spotted },
  ],
  ['Superman', 4, ['Chopper', 'Teddy'], { days: 2, safety: spotted }],
  [
    'Jade split',
    4,
    ['Gemini', 'Outside leg hang'],
    { any: true, sides: 2, days: 3, safety: spotted },
  ],
  ['Ayesha', 5, ['Butterfly', 'Chopper'], { sides: 2, days: 2, safety: spotted }],
  ['Handspring', 5, ['Ayesha', 'Shoulder mount'], { sides: 2, days: 3, safety: spotted }],
  ['Iron X', 5, ['Ayesha', 'Straddle hold'], { days: 3, safety: spotted }],
  ['Phoenix', 5, ['Handspring', 'Reverse grab'], { sides: 2, days: 3, safety: spotted }],
]

/** The tree as the import reads it. */
export const poleTree = JSON.stringify({
  format: treeFormat,
  discipline: 'Pole',
  skills: lines.map(([name, tier, needs, { any, sides = 1, days = 1, safety = '' } = {}]) => ({
    name,
    tier,
    sides,
    days,
    safety,
    apparatus: 'Pole',
    points: 10 * (tier + 1),
    times: days > 1 ? 3 : 1,
    needs: {
      rule: any ? 'any' : 'all',
      skills: needs.map((need) => ({
        name: need.replace('~', ''),
        state: need.endsWith('~') ? 'familiar' : 'cleared',
      })),
    },
  })),
})
