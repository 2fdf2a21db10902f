/** Where the columns of a file go: known headers, whose export it is, and what may be chosen. */
import type { HoldingKind, peopleImportKinds } from '#app/db/studio/imports-words.ts'
import { consentTargets, knownOfConsents, saysConsents } from './consent-columns.ts'
import { holdingDates, holdingNeeds, holdingTargets, knownOfHoldings } from './holdings/columns.ts'

/** What a column can become; in the order they are offered. */
export const targets = {
  name: 'Name',
  first_name: 'First name',
  middle_name: 'Middle name',
  last_name: 'Last name',
  preferred_name: 'What coaches call them',
  pronouns: 'Pronouns',
  email: 'Email',
  phone: 'Phone',
  birth_date: 'Date of birth',
  address: 'Address',
  emergency_name: 'Emergency contact',
  emergency_phone: 'Emergency phone',
  guardian: 'Guardian',
  guardian_email: 'Guardian’s email',
  joined_on: 'Joined',
  status: 'Status',
  inactive: 'Inactive (yes or no)',
  location: 'Usual location',
  referrer: 'Referred by',
  tags: 'Tags',
  note: 'Note',
  barcode: 'Barcode',
  external_id: 'Old number',
  ...consentTargets,
} as const

export type Target = keyof typeof targets

/** The same of a file of leads. */
export const leadTargets = {
  name: 'Name',
  first_name: 'First name',
  middle_name: 'Middle name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  interest: 'Interest',
  times: 'Times they could come',
  campaign: 'Campaign',
  source: 'Source',
  value: 'Value',
  stage: 'Stage',
  owner: 'Owner',
  tags: 'Tags',
  referrer: 'Referred by',
  first_touch: 'First touch',
  note: 'Note',
} as const
export type LeadTarget = keyof typeof leadTargets

/** What a file is of. */
export type FileKind = (typeof peopleImportKinds)[number]

export const isHoldingKind = (kind: FileKind): kind is HoldingKind =>
  kind !== 'people' && kind !== 'leads'

export const targetsOf: Record<FileKind, Readonly<Record<string, string>>> = {
  people: targets,
  leads: leadTargets,
  ...holdingTargets,
}

/** Columns that are dates. */
export const isDateTarget = (target: string): boolean =>
  target === 'birth_date' ||
  target === 'joined_on' ||
  target === 'first_touch' ||
  target === 'consent_on' ||
  holdingDates.has(target)

/** A column is left out, or goes to one of the targets. */
export type Mapping = readonly string[]

export const isTarget = (word: string, kind: FileKind): boolean =>
  Object.hasOwn(targetsOf[kind], word)

/** Headers in the form they are compared in: letters and figures only, without marks. */
export const headerKey = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Headers met in the field (formats.md) and their relatives in German, French and Spanish. */
const known: Record<Target, string> = {
  name: 'name fullname clientname membername customername customer client member kunde nomcomplet nombrecompleto',
  first_name: 'firstname first forename givenname vorname prenom nombre',
  middle_name: 'middlename',
  last_name: 'lastname last surname familyname nachname familienname nom apellido apellidos',
  preferred_name: 'nickname preferredname knownas rufname spitzname',
  pronouns: 'pronouns pronomen',
  email:
    'email emailname emailaddress clientemail memberemail customeremail mail emailadresse courriel correo',
  phone:
    'phone cellphone mobile mobilephone mobilenumber phonenumber telephone tel cell telefon telefonnummer handy mobil homephone workphone telefono',
  birth_date:
    'birthdate birthday dateofbirth dob born geburtsdatum geburtstag datedenaissance fechadenacimiento',
  address:
    'address address1 address2 addressline1 addressline2 street city town state province county zip zipcode postcode postalcode country strasse adresse plz ort land anschrift direccion ville',
  emergency_name: 'emergcontact emergencycontactname emergencycontact emergencyname notfallkontakt',
  emergency_phone: 'emergphone emergencycontactphone emergencyphone notfalltelefon',
  guardian: 'parent guardian parentname guardianname erziehungsberechtigter',
  guardian_email: 'guardianemail parentemail',
  joined_on:
    'profilecreationdate joindate joined joinedon membersince createddate signupdate startdate mitgliedseit beitritt eintrittsdatum',
  status: 'status memberstatus membershipstatus membertype mitgliedsstatus',
  inactive: 'inactive inaktiv archived',
  location: 'locationname homelocation location standort',
  referrer: 'referredby referrer referral source howdidyouhear empfohlenvon',
  tags: 'tags tag membershipplan membershiptitle plan membership',
  note: 'notes note comments comment notizen notiz bemerkung redalert yellowalert',
  barcode: 'barcode barcodeid cardnumber keytag',
  external_id: 'mbsystemid id memberid clientid customerid memberno membernumber mitgliedsnummer',
  ...knownOfConsents,
}

/** The same of leads, as programs that keep them export them. */
const knownOfLeads: Record<LeadTarget, string> = {
  name: `${known.name} lead leadname contact contactname prospect`,
  first_name: known.first_name,
  middle_name: known.middle_name,
  last_name: known.last_name,
  email: known.email,
  phone: known.phone,
  interest: 'interest interests interestedin goal goals wants service product program interesse',
  times: 'times preferredtimes couldcome availability',
  campaign: 'campaign campaignname utmcampaign adname adcampaign kampagne',
  source: 'source leadsource origin channel howdidyouhear utmsource quelle herkunft',
  value: 'value dealvalue estimatedvalue leadvalue amount worth wert',
  stage: 'stage status leadstatus leadstage prospectstage pipelinestage phase',
  owner: 'owner leadowner assignedto assignee salesrep rep zustandig',
  tags: 'tags tag labels label',
  referrer: 'referredby referrer referral empfohlenvon',
  first_touch:
    'firsttouch created createdat createdtime createddate dateadded dateofinquiry inquirydate firstcontactdate leaddate erstelltam',
  note: `${known.note} message nachricht`,
}

const keysOf = (words: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(words).flatMap(([target, keys]) =>
      keys.split(' ').map((key) => [key, target] as const),
    ),
  )
const targetOf: Record<FileKind, Map<string, string>> = {
  people: keysOf(known),
  leads: keysOf(knownOfLeads),
  packs: keysOf(knownOfHoldings.packs),
  memberships: keysOf(knownOfHoldings.memberships),
  balances: keysOf(knownOfHoldings.balances),
  visits: keysOf(knownOfHoldings.visits),
  families: keysOf(knownOfHoldings.families),
  levels: keysOf(knownOfHoldings.levels),
}

/** Exports that are known by their headers; the first that has all of its own is it. */
const layouts: { source: string; name: string; has: string }[] = [
  { source: 'mindbody', name: 'a Mindbody export', has: 'mbsystemid lastname firstname' },
  { source: 'mindbody', name: 'a Mindbody export', has: 'receivingclientid contractname' },
  { source: 'mindbody', name: 'a Mindbody export', has: 'mbsystemid1 mbsystemid2' },
  { source: 'mindbody', name: 'a Mindbody export', has: 'mbsystemid promotionalemailoptin' },
  { source: 'gympoint', name: 'a GymPoint list', has: 'membershipplan joindate barcode' },
  { source: 'fitness-gm', name: 'a Fitness GM list', has: 'membershiptitle guardianemail' },
  { source: 'gymdesk', name: 'a Gymdesk list', has: 'firstname email productprice' },
  { source: 'pushpress', name: 'a PushPress list', has: 'firstname lastname email totalcheckins' },
  { source: 'teamup', name: 'a TeamUp list', has: 'clientname email' },
]

export type Layout = {
  /** Under which the ids of its people are kept; `file` where nobody knows whose it is. */
  source: string
  /** `a Mindbody export` */
  name: string
  mapping: string[]
}

/** Where the columns of a file with these headers go, before anybody corrects it. */
export function layoutOf(header: readonly string[], kind: FileKind = 'people'): Layout {
  const keys = header.map(headerKey)
  const layout = layouts.find(({ has }) => has.split(' ').every((key) => keys.includes(key)))
  const seen = new Set<string>()
  const mapping = keys.map((key): string => {
    const target = targetOf[kind].get(key) ?? ''
    if (target === '' || takesMany.has(target)) return target
    if (seen.has(target)) return ''
    seen.add(target)
    return target
  })
  if (isHoldingKind(kind) && layout?.source !== 'mindbody')
    return { source: 'file', name: holdingLists[kind], mapping }
  if (kind === 'leads') return { source: 'file', name: 'a list of leads', mapping }
  return { source: layout?.source ?? 'file', name: layout?.name ?? 'a list of people', mapping }
}

const holdingLists: Record<HoldingKind, string> = {
  packs: 'a list of packs',
  memberships: 'a list of memberships',
  balances: 'a list of balances',
  visits: 'a list of visits',
  families: 'a list of families',
  levels: 'a list of levels',
}

/** What several columns may go to: they are joined, or the first that is filled counts. */
const takesMany: ReadonlySet<string> = new Set(['address', 'phone', 'note', 'tags'])

const hasName = (mapping: Mapping): boolean =>
  ['name', 'first_name', 'last_name'].some((target) => mapping.includes(target))

/**
 * Whether a file only says who agreed to news, of people who are here: it has no names, and their
 * old numbers or addresses.
 */
export const isOfConsents = (mapping: Mapping): boolean =>
  !hasName(mapping) &&
  saysConsents(mapping) &&
  (mapping.includes('external_id') || mapping.includes('email'))

/** Why a mapping cannot be used, as a sentence; null where it can. */
export function mappingProblem(mapping: Mapping, kind: FileKind = 'people'): string | null {
  const has = (target: string) => mapping.includes(target)
  if (isHoldingKind(kind)) {
    const missing = holdingNeeds[kind].find(({ one }) => !one.some(has))
    if (missing) return missing.sentence
  } else if (!hasName(mapping) && !(kind === 'people' && isOfConsents(mapping)))
    return 'Choose the column that has the name.'
  const twice = Object.entries(targetsOf[kind]).find(
    ([target]) => !takesMany.has(target) && mapping.filter((to) => to === target).length > 1,
  )
  return twice ? `Choose one column for ${twice[1]}.` : null
}
