import { expect, test } from 'vitest'
import { videoForm } from './video-form.ts'
import { chaptersText, clockOf, readCaptions, readChapters, readClock } from './web-vtt.ts'

const read = (text: string) => readCaptions(new TextEncoder().encode(text))

test('captions are WebVTT whose times go forward', () => {
  const text = 'WEBVTT\n\n00:01.000 --> 00:03.500\nStep round.\n'
  expect(read(text)).toEqual({ ok: true, text })
  expect(read(text.replaceAll('\n', '\r\n'))).toEqual({ ok: true, text })
  const wrong = (said: string) => {
    const result = read(said)
    return result.ok ? '' : result.sentence
  }
  expect(wrong('1\n00:00:01,000 --> 00:00:03,500\nStep')).toMatch('WEBVTT')
  expect(wrong('WEBVTT\n\n00:01,000 --> 00:03,500\nStep')).toMatch('Line 3')
  expect(wrong('WEBVTT\n\n00:03.000 --> 00:01.500\nStep')).toMatch('ends before it begins')
  expect(wrong('WEBVTT\n\n00:03.000 --> 00:04.000\na\n\n00:01.000 --> 00:02.000\nb')).toMatch(
    'begins before the one above',
  )
  expect(wrong('WEBVTT\n\nNothing')).toMatch('nothing said')
  expect(readCaptions(new Uint8Array([0xff, 0xfe])).ok).toBe(false)
})

test('a clock is minutes and seconds, with hours where there are any', () => {
  expect([readClock('1:05'), readClock('1:02:03'), readClock('90:00')]).toEqual([65, 3_723, 5_400])
  expect([readClock('1:75'), readClock('5'), readClock('1:90:00')]).toEqual([null, null, null])
  expect([clockOf(65), clockOf(3_723), clockOf(0)]).toEqual(['1:05', '1:02:03', '0:00'])
})

test('chapters are read a line each and written as they are typed', () => {
  const chapters = [
    { at: 0, name: 'Grip' },
    { at: 45, name: 'Entry from the floor' },
  ]
  expect(readChapters('0:00 Grip\n\n 0:45  Entry from the floor ')).toEqual(chapters)
  expect(chaptersText(chapters)).toBe('0:00 Grip\n0:45 Entry from the floor')
  expect(readChapters('Entry')).toMatch('0:45 Entry')
  expect(readChapters('1:00 a\n0:30 b')).toMatch('not later')
})

test('a link is a secure address without a password in it', () => {
  const of = (link: string) =>
    videoForm.safeParse({ title: 'a', state: 'draft', access: 'everyone', link }).success
  expect(of('https://video.example/1')).toBe(true)
  for (const link of ['http://video.example/1', 'javascript:alert(1)', 'https://a:b@c.de', 'x'])
    expect(of(link)).toBe(false)
})
