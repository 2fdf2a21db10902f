import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { world } from '../../../tests/support/world.ts'
import { translationForm } from './exercise-fields.ts'
import { findExercise } from './exercise-queries.server.ts'
import { mergeExercises, separateExercise } from './merge-exercises.server.ts'
import { nameCandidates } from './name-candidates.server.ts'
import { addExercise, changeExercise } from './save-exercise.server.ts'
import { translateExercise } from './translate-exercise.server.ts'
import { languageShown, languagesOf, languagesRead, translated } from './translations.ts'

const now = '2026-06-02T08:00:00Z'

async function library() {
  const w = await world()
  const desk = w.asDesk(now)
  const fields = { name: 'Fireman spin', logType: 'pass', version: 1 } as const
  const id = await addExercise(desk, { ...fields, instructions: ['Step round.'], cues: ['Swing.'] })
  const german = (more: Record<string, string> = {}, at = desk) =>
    translateExercise(
      at,
      id,
      translationForm.parse({ language: 'de', name: 'Feuerwehrdrehung', version: '1', ...more }),
    )
  const finds = async (name: string) =>
    ((await nameCandidates(desk, [name])).get(name)?.candidates ?? []).map((one) => one.id)
  return { w, desk, id, fields, german, finds }
}

test('an exercise is read and found in another language, also after it was changed', async () => {
  const { desk, id, fields, german, finds } = await library()
  expect(await german({ instructions: 'Herumgehen.\n\n' })).toMatchObject({ ok: true })
  const found = (await findExercise(desk, id))!
  expect(translated(found, 'de')).toMatchObject({
    name: 'Feuerwehrdrehung',
    instructions: ['Herumgehen.'],
    cues: ['Swing.'],
  })
  expect(translated(found, 'fr')).toBe(found)
  expect(await finds('Feuerwehrdrehung')).toEqual([id])
  await changeExercise(desk, id, { ...fields, name: 'Fireman', version: 2 })
  expect(await finds('Feuerwehrdrehung')).toEqual([id])
  expect((await findExercise(desk, id))?.translations.de?.name).toBe('Feuerwehrdrehung')
  expect(await german({ name: '', version: '3' })).toMatchObject({ ok: true, removed: true })
  expect(await finds('Feuerwehrdrehung')).toEqual([])
  expect((await findExercise(desk, id))?.translations).toEqual({})
})

test('when two people translate an exercise at once the second is warned, and its own language is refused', async () => {
  const { desk, german } = await library()
  const both = await Promise.all([german(), german({ name: 'Feuerwehrmann' })])
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'changed_meanwhile' })
  const inGermany = { ...desk, studio: { ...desk.studio, locale: 'de-DE' } }
  expect(await german({}, inGermany)).toEqual({ ok: false, reason: 'own_language' })
  const elsewhere = (await world()).asDesk(now)
  expect(await german({}, elsewhere)).toEqual({ ok: false, reason: 'not_found' })
})

test('an exercise that another is merged into is still found in other languages, and once separated', async () => {
  const { desk, id, german, finds } = await library()
  await german()
  const twin = newId()
  await addExercise(desk, { name: 'Firefly', logType: 'pass', version: 0 }, twin)
  expect(await mergeExercises(desk, twin, id)).toMatchObject({ ok: true })
  expect(await finds('Feuerwehrdrehung')).toEqual([id])
  expect(await separateExercise(desk, twin)).toMatchObject({ ok: true })
  expect(await finds('Feuerwehrdrehung')).toEqual([id])
})

test('an entry is shown in the language that was asked for, else in the first that a browser reads', () => {
  const de = { de: { name: 'Drehung', instructions: [], cues: [] } }
  const shown = (accept: string, asked = '') => languageShown(de, 'en', { asked, accept })
  expect(languagesRead('fr;q=0.4, de-AT,xx, en;q=0.9')).toEqual(['de', 'en', 'fr'])
  expect(shown('de-AT,de;q=0.9,en;q=0.5')).toBe('de')
  expect(shown('en-GB,de;q=0.5')).toBeNull()
  expect(shown('fr')).toBeNull()
  expect(shown('en', 'de')).toBe('de')
  expect(shown('de', 'en')).toBeNull()
  expect(shown('de', 'fr')).toBeNull()
  expect([languagesOf(de, 'en'), languagesOf({}, 'en')]).toEqual([['en', 'de'], []])
})
