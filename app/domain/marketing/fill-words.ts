/** What a studio writes first to fill a class; it is changed before it goes out. Pure. */
import { clockTime, dayLong } from '#app/values/wording.ts'
import type { FillClass } from './fill-candidates.server.ts'

/** The words of the form, with day and time of the class in them. */
export function fillWords(
  { name, localStart }: Pick<FillClass, 'name' | 'localStart'>,
  { locale }: { locale: string },
) {
  const day = dayLong(localStart.slice(0, 10), locale)
  const time = clockTime(localStart, locale)
  return {
    name: `Fill ${name}, ${day}`.slice(0, 60),
    subject: `{first name}, ${name} has places on ${day}`.slice(0, 120),
    text: `Hello {first name},\n${name} on ${day} at ${time} still has places, and it’s an hour you’ve come at before. Your plan or pack covers it.\n{studio}`,
    button: 'Book the class',
    page: 'timetable',
  }
}

/** The same as a text. */
export function fillText(
  { name, localStart }: Pick<FillClass, 'name' | 'localStart'>,
  { locale }: { locale: string },
) {
  const day = dayLong(localStart.slice(0, 10), locale)
  return {
    name: `Fill ${name}, ${day}`.slice(0, 60),
    text: `{first name}, ${name} on ${day} at ${clockTime(localStart, locale)} still has places, and your plan or pack covers it.`,
    page: 'timetable',
  }
}
