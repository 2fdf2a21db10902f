/** Titles and what parts the facts of a line are made in one place each. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const files = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => join('app', path))

const withoutComments = (code: string) =>
  code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

const read = (path: string) => withoutComments(readFileSync(join(root, path), 'utf8'))

/** A dot or a dash between words. */
const separator = /· | ·(?!\p{L})|\\u00a0·|[–—] | [–—]/u

test('dots and dashes between facts are written in one place', () => {
  const owner = 'app/values/text/separators.ts'
  expect(files.length).toBeGreaterThan(700)
  expect(separator.test(read(owner))).toBe(true)
  expect(files.filter((path) => path !== owner && separator.test(read(path)))).toEqual([])
})

test('every page takes its title from pageTitle, which puts whose it is behind it', () => {
  const pages = files.filter((path) => /export const meta\b/.test(read(path)))
  expect(pages.length).toBeGreaterThan(100)
  expect(pages.filter((path) => !/\b(pageTitle|shareMeta)\b/.test(read(path)))).toEqual([])
  const named = files.filter((path) => /\btitled\(/.test(read(path)))
  expect(named.map((path) => relative('', path))).toEqual(['app/ui/page-title.ts'])
})
