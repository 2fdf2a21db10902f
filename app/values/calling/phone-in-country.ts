import { parsePhone } from '../phone.ts'

/**
 * Country codes, and what stands before a number that is dialled within the country; of the
 * countries whose numbers keep their first zero the prefix is empty.
 */
const countries: Record<string, readonly [code: string, trunk: string]> = {
  AE: ['971', '0'],
  AR: ['54', '0'],
  AT: ['43', '0'],
  AU: ['61', '0'],
  BE: ['32', '0'],
  BR: ['55', '0'],
  CA: ['1', '1'],
  CH: ['41', '0'],
  CL: ['56', ''],
  CN: ['86', '0'],
  CZ: ['420', ''],
  DE: ['49', '0'],
  DK: ['45', ''],
  ES: ['34', ''],
  FI: ['358', '0'],
  FR: ['33', '0'],
  GB: ['44', '0'],
  GR: ['30', ''],
  HK: ['852', ''],
  HU: ['36', '06'],
  IE: ['353', '0'],
  IL: ['972', '0'],
  IN: ['91', '0'],
  IT: ['39', ''],
  JP: ['81', '0'],
  KR: ['82', '0'],
  LU: ['352', ''],
  MX: ['52', ''],
  NL: ['31', '0'],
  NO: ['47', ''],
  NP: ['977', '0'],
  NZ: ['64', '0'],
  PL: ['48', ''],
  PT: ['351', ''],
  RO: ['40', '0'],
  SE: ['46', '0'],
  SG: ['65', ''],
  SK: ['421', '0'],
  TR: ['90', '0'],
  UA: ['380', '0'],
  US: ['1', '1'],
  ZA: ['27', '0'],
}

/** Fewer digits are no number of a person. */
const shortest = 7

/**
 * A phone number as E.164 (`+447700900123`), also where it is typed as it is dialled within the
 * country of `locale` (`07700 900123`) or with the prefix of a call abroad (`0044 …`). Null where it
 * is none, or the country is not known.
 */
export function parsePhoneIn(text: string, locale: string): string | null {
  const typed = text.normalize('NFKC').trim().replace(/\(0\)/g, '')
  const whole = parsePhone(typed)
  if (whole) return whole
  const digits = typed.replace(/[\s().\-/]/g, '')
  if (!/^\d{5,17}$/.test(digits)) return null
  const country = countries[new Intl.Locale(locale).region ?? '']
  const abroad = country?.[0] === '1' ? '011' : '00'
  if (digits.startsWith(abroad)) return parsePhone(`+${digits.slice(abroad.length)}`)
  if (!country) return null
  const [code, trunk] = country
  const own = trunk && digits.startsWith(trunk) ? digits.slice(trunk.length) : digits
  return own.length >= shortest ? parsePhone(`+${code}${own}`) : null
}
