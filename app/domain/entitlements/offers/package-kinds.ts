/** Kinds of packages: what a credit pays for. Pure. */
import { count } from '#app/values/wording.ts'

/** As a package is kept; `classes` that is sold once per person is an intro offer. */
export type PackageKind = 'classes' | 'day_pass' | 'appointments' | 'bundle'

/** As somebody chooses one to add. */
export const newKinds = ['classes', 'intro', 'day_pass', 'appointments', 'bundle'] as const
export type NewKind = (typeof newKinds)[number]

export const isNewKind = (kind: string): kind is NewKind =>
  (newKinds as readonly string[]).includes(kind)

/** What each is called, and what it is for. */
export const kindWords: Record<NewKind, { name: string; suits: string }> = {
  classes: { name: 'Class pack', suits: 'A number of classes, like 10 in 90 days.' },
  intro: { name: 'Intro offer', suits: 'A class pack that each person can buy once.' },
  day_pass: { name: 'Day pass', suits: 'Some or all classes of one day.' },
  appointments: { name: 'PT pack', suits: 'Appointments, like 5 PT sessions.' },
  bundle: { name: 'Bundle', suits: 'Classes and appointments for one price.' },
}

/** A day pass with so many credits is for any number of classes: nobody takes more in a day. */
export const anyNumber = 20

/** What a bundle is made of, in the order of its parts. */
export const bundleParts = ['classes', 'appointments'] as const

/** The parts of a bundle are called after it: `Starter, classes`. */
export const partName = (bundle: string, pays: 'classes' | 'appointments') => `${bundle}, ${pays}`

/** `10 classes`, `5 appointments`, `10 classes and 2 appointments`, `Any number of classes in a day` */
export function contentWords(pack: {
  kind: PackageKind
  credits: number
  sessions: number | null
}): string {
  const classes = count(pack.credits, 'class', 'classes')
  if (pack.kind === 'appointments') return count(pack.credits, 'appointment')
  if (pack.kind === 'bundle') return `${classes} and ${count(pack.sessions ?? 0, 'appointment')}`
  if (pack.kind === 'classes') return classes
  return pack.credits >= anyNumber ? 'Any number of classes in a day' : `${classes} in a day`
}
