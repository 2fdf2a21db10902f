/** What a form was sent, whatever the site, the program or the file it came from. Pure. */
import { tidyStart } from '#app/values/text/tidy-text.ts'
import { emailKey } from '../lead-keys.ts'
import { type FormDefinition, tidyTimes } from './form-definition.ts'

export type Answers = {
  name: string
  email: string
  phone: string
  interest: string
  times: string
  campaign: string
  message: string
  /** What was asked, and the answer. */
  answers: { question: string; answer: string }[]
  /** Names of the consents that were ticked. */
  consents: string[]
  trial: string
  /** The code of the member's link they came by. */
  friend: string
}

/** Fields are read no further than this, so that no body costs more than another. */
const mostFields = 200

/**
 * The fields of a body by its kind: a posted form, in either encoding, or JSON. What is not one of
 * these is read as a form, and never throws: in the end it has no fields.
 */
export async function fieldsOf(raw: string, contentType: string): Promise<[string, string][]> {
  try {
    if (/json/i.test(contentType)) return fieldsOfJson(JSON.parse(raw))
    if (/multipart\/form-data/i.test(contentType)) {
      const form = await new Response(raw, { headers: { 'Content-Type': contentType } }).formData()
      return [...form.entries()]
        .flatMap(([name, value]): [string, string][] =>
          typeof value === 'string' ? [[name, value]] : [],
        )
        .slice(0, mostFields)
    }
    return [...new URLSearchParams(raw)].slice(0, mostFields)
  } catch {
    return []
  }
}

function fieldsOfJson(body: unknown): [string, string][] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body)
    .slice(0, mostFields)
    .flatMap(([name, value]): [string, string][] => {
      const values = Array.isArray(value) ? value.slice(0, 20) : [value]
      return values.flatMap((one): [string, string][] =>
        ['string', 'number', 'boolean'].includes(typeof one) ? [[name, String(one)]] : [],
      )
    })
}

const line = (text: string, most: number) => tidyStart(text.replace(/[\p{Cc}\s]+/gu, ' '), most)

/** What sites and programs call the fields that ours has one name for. */
const namesOf = {
  name: ['name', 'full_name', 'fullname', 'your-name'],
  first: ['first_name', 'firstname', 'first-name'],
  last: ['last_name', 'lastname', 'last-name'],
  email: ['email', 'mail', 'e-mail', 'email_address', 'your-email'],
  phone: ['phone', 'tel', 'mobile', 'phone_number', 'telephone'],
  interest: ['interest', 'interested_in'],
  message: ['message', 'comment', 'your-message', 'notes'],
  campaign: ['campaign', 'utm_campaign', 'utm_source'],
} as const

/** Fields as answers, tidied; what is too long is cut, since nobody is there to shorten it. */
export function answersOf(
  fields: readonly (readonly [string, string])[],
  { questions, consents }: Pick<FormDefinition, 'questions' | 'consents'>,
): Answers {
  const all = (names: readonly string[]) =>
    fields.filter(([name]) => names.includes(name.toLowerCase())).map(([, value]) => value)
  const one = (what: keyof typeof namesOf, most: number) =>
    line(all(namesOf[what]).find((value) => value.trim() !== '') ?? '', most)
  const email = one('email', 255)
  const whole = [one('first', 40), one('last', 40)].filter(Boolean).join(' ')
  const name = one('name', 80) || whole || line(email.split('@')[0] ?? '', 80)
  return {
    name,
    email,
    phone: one('phone', 40),
    interest: all(namesOf.interest)
      .map((value) => line(value, 80))
      .filter(Boolean)
      .join(', ')
      .slice(0, 200),
    times: tidyTimes(all(['times', 'preferred_times']).flatMap((value) => value.split(/,\s*/))),
    campaign: one('campaign', 80),
    message: tidyStart(all(namesOf.message).join('\n').replace(/\r\n?/g, '\n'), 5_000),
    answers: questions.flatMap((question, i) => {
      const answer = line(all([`q${i + 1}`]).join(' '), 500)
      return answer ? [{ question, answer }] : []
    }),
    consents: consents.flatMap(({ channel, purpose }) => {
      const consent = `${channel}-${purpose}`
      // An unticked box sends nothing; one that says no by a word is no yes either.
      const ticked = all([`consent-${consent}`]).some(
        (value) => !/^(?:|no|off|false|0)$/i.test(value.trim()),
      )
      return ticked ? [consent] : []
    }),
    trial: line(all(['trial']).at(-1) ?? '', 40),
    friend: line(all(['friend']).at(-1) ?? '', 24),
  }
}

/** Whether someone can be reached by what they wrote. */
export const isReachable = (
  { email, phone }: Pick<Answers, 'email' | 'phone'>,
  phoneKeyOf: (phone: string) => string | null,
): boolean => emailKey(email) !== null || phoneKeyOf(phone) !== null
