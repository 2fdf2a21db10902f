/** What of a video is kept: MP4 and WebM by what they hold, and how a file travels in parts. Pure. */

/** A video of a studio; larger ones are made smaller before they are uploaded. */
export const largestVideoMb = 100
export const largestVideoBytes = largestVideoMb * 1024 * 1024

/** What one request carries where no script sends parts. */
export const plainUploadMb = 40

/** A part; the bucket wants all but the last to be of one size, and of 5 MiB at least. */
export const partBytes = 8 * 1024 * 1024

/** How many parts a file of so many bytes travels in. */
export const partsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / partBytes))

/** How many bytes part `number` of them has. */
export const bytesOfPart = (bytes: number, number: number): number =>
  Math.min(partBytes, bytes - (number - 1) * partBytes)

export type VideoType = 'video/mp4' | 'video/webm'

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to))

/** Brands of MP4 that browsers play: no music, no pictures of a phone, no QuickTime. */
const brands = /^(?:iso[m2-9]|mp4[12]|avc1|M4V |dash|mmp4|MSNV|msdh|msix)$/

/** The type by the first bytes of a file, never by its name; null for anything else. */
export function typeOfVideo(bytes: Uint8Array): VideoType | null {
  if (bytes.length >= 16 && ascii(bytes, 4, 8) === 'ftyp') {
    const box = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
    const named = [ascii(bytes, 8, 12)]
    for (let at = 16; at + 4 <= Math.min(box, bytes.length, 128); at += 4)
      named.push(ascii(bytes, at, at + 4))
    const music = /^(?:M4A|M4B|hei|mif|avi)/.test(named[0] ?? '')
    return !music && named.some((brand) => brands.test(brand)) ? 'video/mp4' : null
  }
  const ebml = [0x1a, 0x45, 0xdf, 0xa3].every((byte, i) => bytes[i] === byte)
  // DocType (0x4282) says whether it is WebM or a Matroska file that few browsers play.
  return ebml && ascii(bytes, 4, 64).includes('\u0042\u0082\u0084webm') ? 'video/webm' : null
}
