/** Columns of a file of people that say who agreed to news and offers; pure. */
import type { ConsentWay, SaidConsents } from './prepared-row.ts'
import type { readRow } from './read-row.ts'

/** Where such columns go, as they are offered. */
export const consentTargets = {
  consent_email: 'News by email (yes or no)',
  consent_sms: 'News by text (yes or no)',
  consent_phone: 'News by phone (yes or no)',
  consent_on: 'Agreed to news on',
  consent_source: 'Where they agreed to news',
} as const

/** Headers met in the field, Mindbody's among them. */
export const knownOfConsents: Record<keyof typeof consentTargets, string> = {
  consent_email:
    'promotionalemailoptin emailoptin emailconsent emailmarketing marketingemail marketingemails marketingconsent acceptsmarketing newsletter newsbyemail',
  consent_sms:
    'promotionaltextoptin textoptin smsoptin smsconsent smsmarketing marketingsms textmarketing newsbytext',
  consent_phone: 'phoneoptin phoneconsent callconsent phonemarketing newsbyphone',
  consent_on: 'consentdate consentedon optindate optedinon agreedtonewson einwilligungam',
  consent_source: 'consentsource optinsource wheretheyagreedtonews',
}

/** Ways of which a file can say yes or no, and the column that does. */
const consentWays = {
  email: 'consent_email',
  sms: 'consent_sms',
  phone: 'consent_phone',
} as const satisfies Record<ConsentWay, keyof typeof consentTargets>
export const ways = Object.keys(consentWays) as ConsentWay[]

/** As what was filled of somebody is kept: `consent.email`. */
export const consentKey = (way: ConsentWay) => `consent.${way}`

/** Whether a mapping has a column that says who agreed. */
export const saysConsents = (mapping: readonly string[]): boolean =>
  ways.some((way) => mapping.includes(consentWays[way]))

const yes =
  /^(true|yes|y|1|ja|oui|si|sí|x|subscribed|opt(ed)?[- ]?in|agreed|given|granted|accepted)$/i
const no =
  /^(false|no|n|0|nein|non|unsubscribed|opt(ed)?[- ]?out|refused|withdrawn|revoked|declined)$/i

type Reader = ReturnType<typeof readRow<string>>

/**
 * What a row says of news and offers; null where it says nothing, as an empty cell does. A cell that
 * is neither yes nor no refuses the row: nothing is guessed of a consent.
 */
export function readConsents(read: Reader): SaidConsents | null {
  const said: SaidConsents = {}
  for (const way of ways) {
    const target = consentWays[way]
    const written = read.known(target, 200)
    if (written === '') continue
    if (yes.test(written)) said[way] = 'yes'
    else if (no.test(written)) said[way] = 'no'
    else read.refuse(read.columnsOf(target)[0] ?? 0, 'This is neither yes nor no')
  }
  const on = read.date('consent_on', '1990-01-01')
  const from = read.known('consent_source', 120)
  if (!ways.some((way) => said[way])) return null
  return { ...said, ...(on ? { on } : {}), ...(from ? { from } : {}) }
}

/** Where two rows of one person disagree, it is not given: what both say of each way. */
export function agreedConsents(
  one: SaidConsents | undefined,
  other: SaidConsents | undefined,
): SaidConsents | undefined {
  if (!one || !other) return one ?? other
  const both: SaidConsents = { ...other, ...one }
  for (const way of ways) if (one[way] && other[way] && one[way] !== other[way]) both[way] = 'no'
  return both
}

/** Only what a row refuses; null where that is nothing. */
export function withoutYes(said: SaidConsents): SaidConsents | null {
  const refused = ways.filter((way) => said[way] === 'no')
  if (refused.length === 0) return null
  const { email: _, sms: __, phone: ___, ...rest } = said
  return { ...rest, ...Object.fromEntries(refused.map((way) => [way, 'no'])) }
}

const wayWords: Record<ConsentWay, string> = {
  email: 'by email',
  sms: 'by text',
  phone: 'by phone',
}

/** What a checked file brings of consents: `Agreed to news and offers: 12 by email.` */
export function newsWords(findings: Readonly<Record<string, number>>): string {
  const said = (answer: 'yes' | 'no') =>
    ways
      .flatMap((way) => {
        const n = findings[`${answer}_${way}`] ?? 0
        return n > 0 ? [`${n} ${wayWords[way]}`] : []
      })
      .join(', ')
  const [agreed, refused] = [said('yes'), said('no')]
  if (!agreed && !refused)
    return 'The file says of nobody that they agreed to news and offers, so nobody is sent any.'
  const first = agreed
    ? `Agreed to news and offers: ${agreed}.`
    : 'Nobody agreed to news and offers.'
  return `${first}${refused ? ` Said no: ${refused}.` : ''} Anyone else is sent none.`
}
