import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeLetter } from './letter-html.ts'

test('a letter says the same in html and in text', () => {
  const letter = composeLetter({
    subject: 'You are booked: Pole 1',
    paragraphs: ['You have a place.', { facts: [['When', 'Thursday 15 October, 18:30']] }],
    action: { label: 'See your booking', href: 'https://cadence.example/northside/portal?a=1&b=2' },
    foot: ['Northside, 14 Canal Row, Leeds'],
  })

  expect(letter.subject).toBe('You are booked: Pole 1')
  expect(letter.html).toContain('<h1>You are booked: Pole 1</h1>')
  expect(letter.html).toContain('<dt>When</dt><dd>Thursday 15 October, 18:30</dd>')
  expect(letter.html).toContain('href="https://cadence.example/northside/portal?a=1&amp;b=2"')
  expect(letter.html).not.toContain('style="')
  expect(letter.text).toBe(
    'You have a place.\n\nWhen: Thursday 15 October, 18:30\n\n' +
      'See your booking:\nhttps://cadence.example/northside/portal?a=1&b=2\n\n' +
      '-- \nNorthside, 14 Canal Row, Leeds\n',
  )
})

test('no input reaches the html unescaped, and the subject stays one line', () => {
  const hostile = fc
    .tuple(
      fc.string(),
      fc.constantFrom('<', '>', '"', "'", '&', '</style>', '<script>', '\r\nBcc: x@y.test'),
      fc.string(),
    )
    .map((parts) => parts.join(''))
  const plain = composeLetter({
    subject: 's',
    preheader: 'p',
    paragraphs: ['a', { facts: [['l', 'v']] }],
    action: { label: 'b', href: 'h' },
    foot: ['f'],
  })

  fc.assert(
    fc.property(hostile, (input) => {
      const letter = composeLetter({
        subject: input,
        preheader: input,
        paragraphs: [input, { facts: [[input, input]] }],
        action: { label: input, href: input },
        foot: [input],
      })
      for (const character of ['<', '>', '"', "'"]) {
        expect(letter.html.split(character).length).toBe(plain.html.split(character).length)
      }
      expect(letter.html).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)/)
      expect(letter.subject).not.toMatch(/[\r\n]/)
    }),
  )
})
