import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ui = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ui, path), 'utf8')

/**
 * Folders of parts that several pages are made of; those of one page alone are seen on it, with the
 * demo world.
 */
const folders = ['flash', 'form', 'icon', 'image', 'list', 'picker', 'pips', 'state', 'until']

/** Shown inside of another part, or with what only a server or a form has. */
const inside: Record<string, string> = {
  Flash: 'FlashList and Toaster',
  FieldFrame: 'each field',
  FieldError: 'each field',
  SavedMeanwhile: 'each field of a form that somebody else saved first',
  FormEnd: 'LiveFormBody of a form on a page of its own',
  Form: 'usePageForm, which an action answers',
  IconCombobox: 'IconPicker',
  IconCredit: 'IconPicker',
  PageHead: 'ListPage',
  Picture: 'CutPicture with a stored picture',
  Problem: 'an error of the router; it is made of State',
  SmallForm: 'LiveFormBody',
  SiteProblem: 'an error of the router, in the frame of the site',
  NearStudios: 'part of SiteProblem',
  Swatch: 'ColourPicker',
}

test('every part that pages share is in the gallery, in its states', () => {
  const shown = [
    ...readdirSync(join(ui, 'gallery')).map((file) => read(`gallery/${file}`)),
    ...['dev.gallery.tsx', 'dev.gallery_.plain.tsx'].map((file) => read(`../routes/site/${file}`)),
  ].join('\n')
  const parts = folders.flatMap((folder) =>
    readdirSync(join(ui, folder))
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) => [
        ...read(`${folder}/${file}`).matchAll(/^export (?:default )?function ([A-Z]\w*)/gm),
      ])
      .map(([, name]) => name!),
  )
  expect(parts.length).toBeGreaterThan(30)
  const missing = parts.filter(
    (name) => !inside[name] && !new RegExp(`<${name}[\\s/>]`).test(shown),
  )
  expect(missing).toEqual([])
})
