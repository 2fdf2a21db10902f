/** An exercise in the languages that its studio wrote it in. */
import type { Translation, Translations } from '#app/db/studio/training-words.ts'

/** Languages that an exercise can be written in, each by its own name. */
export const languages = {
  ar: 'العربية',
  cs: 'Čeština',
  da: 'Dansk',
  de: 'Deutsch',
  el: 'Ελληνικά',
  en: 'English',
  es: 'Español',
  fi: 'Suomi',
  fr: 'Français',
  hu: 'Magyar',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  nl: 'Nederlands',
  no: 'Norsk',
  pl: 'Polski',
  pt: 'Português',
  ro: 'Română',
  ru: 'Русский',
  sv: 'Svenska',
  tr: 'Türkçe',
  uk: 'Українська',
  zh: '中文',
} as const
export type Language = keyof typeof languages
export const languageCodes = Object.keys(languages) as [Language, ...Language[]]

const isLanguage = (code: string): code is Language => Object.hasOwn(languages, code)

/** `Deutsch` */
export const nameOfLanguage = (code: string): string => (isLanguage(code) ? languages[code] : code)

/** The language that a studio writes in: of its locale. */
export const ownLanguage = ({ locale }: { locale: string }): string =>
  locale.slice(0, 2).toLowerCase()

/** Those it may be translated into: all but the studio's own. */
export const otherLanguages = (studio: { locale: string }) =>
  languageCodes
    .filter((code) => code !== ownLanguage(studio))
    .map((value) => ({ value, label: languages[value] }))

/** What a browser says its person reads (`de-AT,de;q=0.9,en;q=0.5`), the dearest first. */
export function languagesRead(accept: string): string[] {
  const read = accept
    .slice(0, 200)
    .split(',')
    .map((part, i) => {
      const [code = '', q = ''] = part.trim().split(';q=')
      return { code: code.slice(0, 2).toLowerCase(), q: q === '' ? 1 : Number(q) || 0, i }
    })
    .filter(({ code, q }) => isLanguage(code) && q > 0)
    .sort((a, b) => b.q - a.q || a.i - b.i)
  return [...new Set(read.map(({ code }) => code))]
}

/**
 * The language an entry is shown in: the one that was asked for, else the first that is read and
 * there; null is as the studio wrote it.
 */
export function languageShown(
  translations: Translations,
  own: string,
  { asked, accept }: { asked: string; accept: string },
): string | null {
  const wanted = asked === '' ? languagesRead(accept) : [asked]
  const found = wanted.find((code) => code === own || Object.hasOwn(translations, code))
  return found === undefined || found === own ? null : found
}

/** The languages an entry can be read in, its own among them; none where it has only that. */
export const languagesOf = (translations: Translations, own: string): string[] => {
  const others = Object.keys(translations)
  return others.length === 0 ? [] : [own, ...others]
}

/** An exercise in `language`; what was not translated stays as it is. */
export function translated<
  Shown extends {
    name: string
    instructions: string[]
    cues: string[]
    translations: Translations
  },
>(exercise: Shown, language: string | null): Shown {
  const found: Translation | undefined = language ? exercise.translations[language] : undefined
  if (!found) return exercise
  const { name, instructions, cues } = found
  return {
    ...exercise,
    name: name || exercise.name,
    instructions: instructions.length > 0 ? instructions : exercise.instructions,
    cues: cues.length > 0 ? cues : exercise.cues,
  }
}

/** The names an exercise has in other languages: it is found by them as by an alias. */
export const translatedNames = (translations: Translations): string[] =>
  Object.values(translations)
    .map(({ name }) => name)
    .filter(Boolean)
