/** What a class type says of its language and of who can take part. Pure. */

/** Languages a class can be taught in, by their own code. */
export const languages = {
  ar: 'Arabic',
  bn: 'Bengali',
  zh: 'Chinese',
  cs: 'Czech',
  da: 'Danish',
  nl: 'Dutch',
  en: 'English',
  fi: 'Finnish',
  fr: 'French',
  de: 'German',
  el: 'Greek',
  hi: 'Hindi',
  hu: 'Hungarian',
  it: 'Italian',
  ja: 'Japanese',
  ko: 'Korean',
  no: 'Norwegian',
  pl: 'Polish',
  pt: 'Portuguese',
  ro: 'Romanian',
  ru: 'Russian',
  es: 'Spanish',
  sv: 'Swedish',
  tr: 'Turkish',
  uk: 'Ukrainian',
  cy: 'Welsh',
} as const satisfies Readonly<Record<string, string>>

export type Language = keyof typeof languages

/** What makes it easier to take part. */
export const accessNames = {
  step_free: 'Step-free',
  seated: 'Seated options',
  hearing_loop: 'Hearing loop',
  signed: 'Sign language',
  quiet: 'Low noise and light',
  carer: 'Companion free',
} as const satisfies Readonly<Record<string, string>>

export type Access = keyof typeof accessNames

/** What a stored code is called; null where none is said. */
export const languageName = (code: string): string | null =>
  (languages as Readonly<Record<string, string>>)[code] ?? null

/** What is stored, as names in the order of the list. */
export const accessOf = (stored: string): string[] => {
  const said = new Set(stored.split(','))
  return Object.entries(accessNames).flatMap(([key, name]) => (said.has(key) ? [name] : []))
}

/** Both as lists carry them: left out where nothing is said. */
export function accessTold(stored: { language: string; access: string }): {
  language?: string
  access?: readonly string[]
} {
  const [language, access] = [languageName(stored.language), accessOf(stored.access)]
  return { ...(language ? { language } : {}), ...(access.length > 0 ? { access } : {}) }
}
