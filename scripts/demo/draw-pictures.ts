/**
 * Pictures of the demo world, drawn by us so that nobody's photo is shown: portraits of the sample
 * students, a logo and covers. SVG, made into WebP.
 */
import sharp from 'sharp'

/** A drawing as the bytes of a WebP picture. */
export async function rasterise(svg: string, width: number, height: number): Promise<Uint8Array> {
  return new Uint8Array(
    await sharp(Buffer.from(svg)).resize(width, height).webp({ quality: 88 }).toBuffer(),
  )
}

/** Each portrait: ground, skin, hair, top, and how the hair is worn. */
const portraits = [
  ['#e8d9c5', '#8d5a3b', '#22181a', '#7a3e6d', 'long'],
  ['#d9e4dc', '#d9a178', '#4a2b1c', '#2f6b5e', 'bun'],
  ['#f1dfd8', '#eab893', '#c9803f', '#34597f', 'long'],
  ['#e2dcec', '#a96f46', '#171214', '#b5532f', 'bun'],
  ['#dbe6ee', '#f0c6a4', '#d9b36a', '#6d4b8e', 'bob'],
  ['#efe3c9', '#e3ac84', '#7b4a26', '#2d6a8f', 'bob'],
  ['#dfe9d8', '#c58a5e', '#2b1b17', '#8f3b4e', 'curls'],
  ['#e9e0d6', '#efc3a0', '#8a4a24', '#3d5a45', 'short'],
  ['#e6dde6', '#e5b48c', '#33201b', '#a5662a', 'bob'],
  ['#d6e2e6', '#6f4429', '#120d0e', '#c07a2c', 'curls'],
  ['#f0e0df', '#edbf9a', '#5a3322', '#3f6f75', 'bun'],
  ['#dee3ea', '#d99f74', '#3a2620', '#5b6b33', 'short'],
] as const

const hairBehind: Record<string, string> = {
  long: 'M132 210c-6-92 44-138 108-138s114 46 108 138l14 150H118z',
  bob: 'M136 200c-6-84 44-126 104-126s110 42 104 126l6 76H130z',
  bun: 'M240 30a46 46 0 1 1-.1 92 46 46 0 0 1 .1-92z',
  curls:
    'M240 62c66 0 122 40 122 108 0 22-4 42-12 60-10 26-34 30-52 24H182c-18 6-42 2-52-24-8-18-12-38-12-60C118 102 174 62 240 62z',
  short: '',
}
const hairAbove: Record<string, string> = {
  long: 'M152 196c2-66 40-104 88-104s86 38 88 104c-22-30-40-52-62-70-26 34-66 58-114 70z',
  bob: 'M150 200c0-70 40-110 90-110s90 40 90 110c-10-34-26-52-50-62-40 4-92 4-112 12-10 12-16 28-18 50z',
  bun: 'M154 190c0-64 38-98 86-98s86 34 86 98c-16-40-44-62-86-62s-70 22-86 62z',
  curls: 'M156 176c0-56 38-88 84-88s84 32 84 88c-20-22-30-40-52-46-34 12-76 10-116 46z',
  short:
    'M150 188c-4-68 40-104 92-104 56 0 92 38 88 104-8-22-14-34-26-44-40 8-92 2-128-8-14 12-22 28-26 52z',
}

/** The portrait of a sample student, 0 to 11, as a drawing of 480 by 480. */
export function drawStudent(i: number): string {
  const [folderOwner, skin, hair, top, style] = portraits[i % portraits.length]!
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 480">
    <rect width="480" height="480" fill="${folderOwner}"/>
    <path d="${hairBehind[style]}" fill="${hair}"/>
    <path d="M60 480c8-96 84-136 180-136s172 40 180 136z" fill="${top}"/>
    <path d="M196 300h88v56c0 30-88 30-88 0z" fill="${skin}"/>
    <path d="M196 318c28 22 60 22 88 0v16c-28 24-60 24-88 0z" fill="#000" opacity=".14"/>
    <ellipse cx="240" cy="214" rx="86" ry="108" fill="${skin}"/>
    <path d="${hairAbove[style]}" fill="${hair}"/>
    <g fill="none" stroke="#2a1a16" stroke-width="6" stroke-linecap="round">
      <path d="M196 222h16M268 222h16"/><path d="M212 268c18 16 38 16 56 0"/>
    </g>
  </svg>`
}

/** Northside's logo: a pole and a hoop. */
export const drawnLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 192 192">
  <rect width="192" height="192" fill="#7d2a5c"/>
  <g fill="none" stroke="#fff" stroke-width="13" stroke-linecap="round"><path d="M66 30v132"/><circle cx="114" cy="104" r="42"/></g>
</svg>`

/** A cover of 1280 by 720: hills of two colours under a sun. */
export function drawCover(sky: string, sun: string, far: string, near: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720">
    <rect width="1280" height="720" fill="${sky}"/><circle cx="910" cy="300" r="150" fill="${sun}"/>
    <path d="M0 470c180-130 340-130 520-20s420 90 760-90v360H0z" fill="${far}"/>
    <path d="M0 590c240-110 460-60 700 0s400 40 580-60v190H0z" fill="${near}"/>
  </svg>`
}
