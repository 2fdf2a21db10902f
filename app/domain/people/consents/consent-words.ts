/** Consents as people read them: for what, on which way, since when. Pure. */
import type { ConsentChannel, ConsentPurpose, ConsentSource } from '#app/db/studio/leads-words.ts'
import type { Instant } from '#app/values/instant.ts'

export type ConsentKind = { channel: ConsentChannel; purpose: ConsentPurpose }

/** Every consent a studio may ask for, in the order they are shown. */
export const consentKinds = [
  { channel: 'email', purpose: 'marketing' },
  { channel: 'sms', purpose: 'marketing' },
  { channel: 'phone', purpose: 'marketing' },
  { channel: 'any', purpose: 'photos' },
  { channel: 'any', purpose: 'boards' },
] as const satisfies readonly ConsentKind[]

/** `email-marketing`: a consent as the fields of forms name it. */
export const consentName = ({ channel, purpose }: ConsentKind): string => `${channel}-${purpose}`

/** The consent of that name; null where there is none such. */
export const consentOf = (name: string): ConsentKind | null =>
  consentKinds.find((kind) => consentName(kind) === name) ?? null

const titles: Record<string, string> = {
  'email-marketing': 'News and offers by email',
  'sms-marketing': 'News and offers by text',
  'phone-marketing': 'News and offers by phone',
  'any-photos': 'Photos and videos of them',
  'any-boards': 'Results on boards',
}

/** `News and offers by email` */
export const consentTitle = (kind: ConsentKind): string => titles[consentName(kind)] ?? ''

/** The same to the person themselves, or to the guardian of `child`. */
export const ownConsentTitle = (kind: ConsentKind, child = ''): string =>
  consentTitle(kind).replace(/ of them$/, ` of ${child || 'you'}`)

/** What a studio that has written none of its own asks. */
export function firstConsentText(kind: ConsentKind, studioName: string): string {
  const asks: Record<string, string> = {
    'email-marketing': `${studioName} may email me news and offers. I can unsubscribe at any time.`,
    'sms-marketing': `${studioName} may text me news and offers. I can stop them at any time.`,
    'phone-marketing': `${studioName} may call me about news and offers.`,
    'any-photos': `${studioName} may publish photos and videos of me, or of the child I say yes for.`,
    'any-boards': `${studioName} may show my name and my workout results, or those of the child I say yes for, on its boards: to members, and on screens in the studio.`,
  }
  return asks[consentName(kind)] ?? ''
}

export type ConsentRow = ConsentKind & {
  id: string
  given: number
  source: ConsentSource
  byName: string
  at: Instant
  /** The version consented to; null where there was no text. */
  version: number | null
  text: string | null
}

const sources: Record<ConsentRow['source'], (byName: string) => string> = {
  form: () => 'on a form',
  desk: (byName) => `noted by ${byName}`,
  person: () => 'by themselves',
  guardian: (byName) => `by ${byName}`,
  age: () => 'on their 18th birthday',
  minor: () => 'for a parent or guardian to say',
  unsubscribe: () => 'by the link in a message',
  import: (byName) => `in an imported file${byName ? ` (${byName})` : ''}`,
}

/** `Given on a form, version 2` */
export const consentLine = ({ given, source, byName, version }: ConsentRow): string =>
  `${given ? 'Given' : 'Withdrawn'} ${sources[source](byName)}` +
  `${given && version !== null ? `, version ${version}` : ''}`

const ownSources: Record<ConsentRow['source'], string> = {
  form: 'on a form',
  desk: 'at the studio',
  person: 'here',
  guardian: 'by a parent or guardian',
  age: 'on the 18th birthday',
  minor: 'for a parent or guardian to say',
  unsubscribe: 'by the link in a message',
  import: 'in the studio’s earlier records',
}

/** The same to the person themselves: `Yes, on a form, version 2` */
export const ownConsentLine = ({ given, source, version }: ConsentRow): string =>
  `${given ? 'Yes' : 'No'}, ${ownSources[source]}` +
  `${given && version !== null ? `, version ${version}` : ''}`
