/** Captions and chapters of a video: read before they are kept. Pure. */

/** As many characters a captions file may have. */
const longestCaptions = 200_000

const timing =
  /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d\.\d{3})[ \t]+-->[ \t]+(?:(\d{2,}):)?([0-5]\d):([0-5]\d\.\d{3})(?:[ \t].*)?$/

const secondsOf = (hours: string | undefined, minutes = '0', seconds = '0') =>
  Number(hours ?? 0) * 3_600 + Number(minutes) * 60 + Number(seconds)

export type ReadCaptions = { ok: true; text: string } | { ok: false; sentence: string }

/**
 * A WebVTT file: its first line, times that go forward, and something said. Answers it with plain
 * line ends, or what is wrong and in which line.
 */
export function readCaptions(bytes: Uint8Array): ReadCaptions {
  const no = (sentence: string): ReadCaptions => ({ ok: false, sentence })
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return no('The captions are not text in UTF-8. Choose a .vtt file.')
  }
  text = text.replace(/\r\n?/g, '\n')
  if (text.length > longestCaptions) return no('The captions are longer than 200,000 characters.')
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(text))
    return no('The captions do not begin with the line WEBVTT. Choose a .vtt file.')
  let [cues, before] = [0, 0]
  for (const [i, line] of text.split('\n').entries()) {
    if (!line.includes('-->')) continue
    const found = timing.exec(line.trimEnd())
    if (!found)
      return no(`Line ${i + 1} of the captions has no times such as 00:01.000 --> 00:03.500.`)
    const from = secondsOf(found[1], found[2], found[3])
    if (secondsOf(found[4], found[5], found[6]) <= from)
      return no(`Line ${i + 1} of the captions ends before it begins.`)
    if (from < before) return no(`Line ${i + 1} of the captions begins before the one above it.`)
    ;[before, cues] = [from, cues + 1]
  }
  return cues > 0 ? { ok: true, text } : no('There is nothing said in the captions.')
}

/** `1:05` or `1:02:03` as seconds; null for anything else. */
export function readClock(text: string): number | null {
  const [, hours, minutes = '', seconds = ''] =
    /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/.exec(text.trim()) ?? []
  if (minutes === '' || (hours !== undefined && Number(minutes) > 59)) return null
  return secondsOf(hours, minutes, seconds)
}

/** `1:05`; `1:02:03` from an hour on. */
export function clockOf(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)]
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`
}

export type Chapter = { at: number; name: string }

/**
 * Chapters as typed, one a line, `0:45 Entry`; or the sentence that says what is wrong. At most 30,
 * each later than the one above.
 */
export function readChapters(text: string): Chapter[] | string {
  const chapters: Chapter[] = []
  for (const line of text.split('\n')) {
    const typed = line.trim()
    if (typed === '') continue
    const [clock = '', ...words] = typed.split(/\s+/)
    const [at, name] = [readClock(clock), words.join(' ')]
    if (at === null || name === '')
      return `Write a time and a name in each line, such as 0:45 Entry, not “${typed.slice(0, 40)}”`
    if (name.length > 80) return 'Keep each name to 80 characters'
    if (at <= (chapters.at(-1)?.at ?? -1)) return `${clock} is not later than the line above it`
    chapters.push({ at, name })
  }
  return chapters.length > 30 ? 'Write at most 30 chapters' : chapters
}

/** The same as they are typed. */
export const chaptersText = (chapters: readonly Chapter[]): string =>
  chapters.map(({ at, name }) => `${clockOf(at)} ${name}`).join('\n')
