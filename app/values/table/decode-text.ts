/** How a file of text was written. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** What windows-1252 has where Latin-1 has controls, from 0x80 on. */
const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/**
 * Text out of bytes whose encoding nobody says: by its byte order mark, else UTF-16 where every
 * second byte is empty, else UTF-8 where it can be read so, else windows-1252, as old spreadsheets
 * write. A file that is UTF-8 but for a few broken bytes stays UTF-8, with U+FFFD in their place.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: TextEncoding } {
  const encoding = encodingOf(bytes)
  const text = {
    'utf-8': () => new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(bytes),
    'utf-16le': () => wideText(bytes, 0),
    'utf-16be': () => wideText(bytes, 1),
    'windows-1252': () => narrowText(bytes),
  }[encoding]()
  return { text: text.replace(/^\uFEFF/, ''), encoding }
}

function encodingOf(bytes: Uint8Array): TextEncoding {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  const start = bytes.subarray(0, 2_000)
  const empty = (odd: 0 | 1) => start.filter((byte, i) => byte === 0 && i % 2 === odd).length
  if (empty(1) * 4 > start.length) return 'utf-16le'
  if (empty(0) * 4 > start.length) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** Whether what is above ASCII reads as UTF-8, but for one sequence in ten at most. */
function isUtf8(bytes: Uint8Array): boolean {
  let [good, bad] = [0, 0]
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i]!
    if (byte < 0x80) continue
    const more = followers(byte)
    const whole = more > 0 && bytes.subarray(i + 1, i + 1 + more).every((next) => next >> 6 === 2)
    if (whole && i + more < bytes.length) {
      good += 1
      i += more
    } else bad += 1
  }
  return bad * 10 <= good
}

function followers(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 1
  if (lead >= 0xe0 && lead <= 0xef) return 2
  return lead >= 0xf0 && lead <= 0xf4 ? 3 : 0
}

const atOnce = 8_192

function wideText(bytes: Uint8Array, high: 0 | 1): string {
  let text = ''
  for (let from = 0; from + 1 < bytes.length; from += atOnce) {
    const units: number[] = []
    for (let i = from; i < Math.min(from + atOnce, bytes.length - 1); i += 2)
      units.push(high === 1 ? bytes[i]! * 256 + bytes[i + 1]! : bytes[i + 1]! * 256 + bytes[i]!)
    text += String.fromCharCode(...units)
  }
  return text
}

function narrowText(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += atOnce)
    text += String.fromCharCode(...bytes.subarray(from, from + atOnce))
  return text.replace(/[\u0080-\u009f]/g, (c) => windows[c.charCodeAt(0) - 0x80] ?? c)
}
