import { expect, test } from 'vitest'
import { parsePosted } from '#app/http/form.server.ts'
import { claimForm } from './skill-form.ts'

test.each([
  ['', ''],
  [' https://video.example/a ', 'https://video.example/a'],
  ['http://video.example/a', null],
  [`https://video.example/${'a'.repeat(300)}`, null],
])('of the link “%s” the form takes what begins with https, and none', (typed, taken) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ key: '0123456789Aa', note: '', evidence: typed }))
    form.append(name, value)
  const submission = parsePosted(form, claimForm)
  expect(submission.status === 'success' ? submission.value.evidence : null).toBe(taken)
})
