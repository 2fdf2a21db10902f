/**
 * Pictures of movements for the demo studios, drawn here: someone in soft light in front of a
 * wall.
 */
import sharp from 'sharp'
import { Chance } from './random.ts'

type Point = readonly [x: number, y: number]

/** Head, and limbs as lines with their thickness, in a frame of 300 by 500; the floor is at 430. */
type Pose = {
  head: Point
  torso: readonly Point[]
  arms: readonly Point[][]
  legs: readonly Point[][]
  prop?: string
}

const pole =
  '<path d="M176 0V430" stroke="#d9d2c6" stroke-width="9"/><path d="M173 0V430" stroke="#fff" stroke-width="2"/>'
const mat = '<path d="M20 436h260l14 22H6z" fill="#3d4a52" opacity=".8"/>'
const hoop =
  '<circle cx="150" cy="210" r="105" fill="none" stroke="#c9c0b2" stroke-width="9"/><path d="M150 0V106" stroke="#c9c0b2" stroke-width="6"/>'

/** By the exercise that shows it. */
export const poses: Record<string, Pose> = {
  'Mountain pose': {
    head: [150, 132],
    torso: [
      [150, 172],
      [150, 282],
    ],
    arms: [
      [
        [150, 178],
        [126, 192],
        [118, 250],
        [116, 298],
      ],
      [
        [150, 178],
        [174, 192],
        [182, 250],
        [184, 298],
      ],
    ],
    legs: [
      [
        [143, 284],
        [139, 356],
        [138, 430],
      ],
      [
        [157, 284],
        [161, 356],
        [162, 430],
      ],
    ],
    prop: mat,
  },
  Tree: {
    head: [150, 150],
    torso: [
      [150, 190],
      [150, 292],
    ],
    arms: [
      [
        [150, 194],
        [118, 158],
        [146, 92],
      ],
      [
        [150, 194],
        [182, 158],
        [154, 92],
      ],
    ],
    legs: [
      [
        [148, 294],
        [149, 362],
        [150, 430],
      ],
      [
        [154, 294],
        [206, 322],
        [156, 352],
      ],
    ],
    prop: mat,
  },
  'Warrior two': {
    head: [146, 210],
    torso: [
      [146, 248],
      [148, 336],
    ],
    arms: [
      [
        [146, 254],
        [88, 256],
        [30, 256],
      ],
      [
        [146, 254],
        [206, 256],
        [266, 256],
      ],
    ],
    legs: [
      [
        [146, 338],
        [78, 352],
        [74, 430],
      ],
      [
        [150, 338],
        [206, 384],
        [262, 430],
      ],
    ],
    prop: mat,
  },
  'Downward-facing dog': {
    head: [112, 368],
    torso: [
      [112, 330],
      [172, 262],
    ],
    arms: [
      [
        [114, 330],
        [80, 380],
        [44, 430],
      ],
    ],
    legs: [
      [
        [174, 264],
        [212, 346],
        [240, 430],
      ],
    ],
    prop: mat,
  },
  Bridge: {
    head: [52, 412],
    torso: [
      [82, 404],
      [186, 330],
    ],
    arms: [
      [
        [86, 406],
        [126, 426],
        [172, 430],
      ],
    ],
    legs: [
      [
        [188, 332],
        [244, 350],
        [232, 430],
      ],
    ],
    prop: mat,
  },
  'Pole walk': {
    head: [122, 148],
    torso: [
      [122, 188],
      [116, 290],
    ],
    arms: [
      [
        [124, 194],
        [152, 170],
        [174, 142],
      ],
      [
        [120, 194],
        [92, 232],
        [80, 274],
      ],
    ],
    legs: [
      [
        [116, 292],
        [136, 356],
        [128, 430],
      ],
      [
        [114, 292],
        [84, 358],
        [58, 424],
      ],
    ],
    prop: pole,
  },
  'Hoop mount': {
    head: [120, 232],
    torso: [
      [134, 264],
      [170, 308],
    ],
    arms: [
      [
        [134, 264],
        [96, 226],
        [70, 152],
      ],
      [
        [136, 264],
        [182, 206],
        [230, 150],
      ],
    ],
    legs: [
      [
        [170, 310],
        [222, 296],
        [262, 340],
      ],
      [
        [168, 312],
        [206, 344],
        [190, 396],
      ],
    ],
    prop: hoop,
  },
  'Front stance': {
    head: [136, 176],
    torso: [
      [138, 216],
      [144, 310],
    ],
    arms: [
      [
        [138, 222],
        [98, 246],
        [52, 236],
      ],
      [
        [140, 222],
        [172, 262],
        [150, 288],
      ],
    ],
    legs: [
      [
        [142, 312],
        [92, 346],
        [88, 430],
      ],
      [
        [146, 312],
        [196, 368],
        [248, 430],
      ],
    ],
  },
  'Horse stance': {
    head: [150, 206],
    torso: [
      [150, 246],
      [150, 338],
    ],
    arms: [
      [
        [150, 252],
        [116, 284],
        [104, 314],
      ],
      [
        [150, 252],
        [184, 284],
        [196, 314],
      ],
    ],
    legs: [
      [
        [146, 340],
        [82, 354],
        [80, 430],
      ],
      [
        [154, 340],
        [218, 354],
        [220, 430],
      ],
    ],
  },
  'Front kick': {
    head: [176, 152],
    torso: [
      [174, 192],
      [164, 286],
    ],
    arms: [
      [
        [172, 198],
        [140, 222],
        [128, 192],
      ],
      [
        [176, 198],
        [204, 226],
        [194, 196],
      ],
    ],
    legs: [
      [
        [166, 288],
        [176, 360],
        [172, 430],
      ],
      [
        [160, 288],
        [108, 252],
        [46, 222],
      ],
    ],
  },
  'Jab and cross': {
    head: [158, 158],
    torso: [
      [160, 198],
      [166, 296],
    ],
    arms: [
      [
        [158, 204],
        [104, 196],
        [46, 186],
      ],
      [
        [164, 204],
        [192, 232],
        [172, 200],
      ],
    ],
    legs: [
      [
        [162, 298],
        [124, 360],
        [118, 430],
      ],
      [
        [170, 298],
        [204, 362],
        [228, 430],
      ],
    ],
  },
}

const line = (points: readonly Point[], width: number) =>
  `<polyline points="${points.map((point) => point.join(',')).join(' ')}" stroke-width="${width}"/>`

/** A wall in the light of a window, a floor, and someone on it; the same for the same name. */
function scene(name: string, { head, torso, arms, legs, prop = '' }: Pose): string {
  const chance = new Chance(`${name} drawn`)
  const hue = chance.between(0, 359)
  const light = chance.between(20, 120)
  const [skin, cloth] = [
    `hsl(24 30% ${chance.between(24, 58)}%)`,
    `hsl(${(hue + 180) % 360} 28% 32%)`,
  ]
  const figure = `<g fill="none" stroke-linecap="round" stroke-linejoin="round">
    <g stroke="${skin}">${arms.map((arm) => line(arm, 17)).join('')}</g>
    <g stroke="${cloth}">${legs.map((leg) => line(leg, 25)).join('')}${line(torso, 46)}</g></g>
    <ellipse cx="${head[0]}" cy="${head[1]}" rx="20" ry="24" fill="${skin}"/>
    <path d="M${head[0] - 20} ${head[1] - 2}a20 24 0 0 1 40 0q-20-14-40 0z" fill="#2b211c"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="800" viewBox="0 0 300 500">
    <defs>
      <linearGradient id="wall" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue} 26% 84%)"/><stop offset="1" stop-color="hsl(${hue} 20% 58%)"/></linearGradient>
      <linearGradient id="floor" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#b08f6d"/><stop offset="1" stop-color="#7d614a"/></linearGradient>
      <linearGradient id="light"><stop offset="0" stop-color="#fff" stop-opacity="0"/><stop offset=".5" stop-color="#fff" stop-opacity=".32"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>
    </defs>
    <rect width="300" height="500" fill="url(#wall)"/>
    <path d="M${light} 0h90l-70 420h-110z" fill="url(#light)"/>
    <path d="M0 416h300v84H0z" fill="url(#floor)"/><path d="M0 416h300v7H0z" fill="#fff" opacity=".5"/>
    <g transform="translate(12 8)" opacity=".22">${figure.replace(/(stroke|fill)="(?!none)[^"]+"/g, '$1="#241a20"')}</g>
    ${prop}${figure}</svg>`
}

/** The picture of an exercise as a camera would hand it over; null for one that nobody drew. */
export async function drawPhoto(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const pose = Object.hasOwn(poses, name) ? poses[name] : undefined
  if (!pose) return null
  return new Uint8Array(
    await sharp(Buffer.from(scene(name, pose)))
      .jpeg({ quality: 88 })
      .toBuffer(),
  )
}
