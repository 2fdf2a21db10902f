import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { greeting, nameInLetter } from './greeting.ts'

const letters = join(import.meta.dirname, '../../messages')

test('a name is greeted, and what a mail program would make a link of is not', () => {
  for (const name of ['Ana', 'J.R.', 'Dr. Who', 'Zoë-Marie', 'O’Neill', '小林', 'St. John'])
    expect(greeting(name)).toBe(`Hello ${name},`)
  for (const name of ['evil.example', 'https://evil.example', 'a@b.test', 'x/y', 'WWW.x', 'x.рф'])
    expect([greeting(name), nameInLetter(name)]).toEqual(['Hello,', 'Someone'])
  expect(greeting('')).toBe('Hello,')
})

test('no letter greets on its own', () => {
  const own = readdirSync(letters, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .filter((file) => /Hello \$/.test(readFileSync(join(letters, file), 'utf8')))
  expect(own).toEqual([])
})
