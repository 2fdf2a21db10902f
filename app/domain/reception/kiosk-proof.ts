/** What a studio's kiosks ask for before they check somebody in. Pure. */

/** `letters` is what a studio has until it chooses. */
export const kioskProofs = ['letters', 'code', 'pin', 'phone'] as const
export type KioskProof = (typeof kioskProofs)[number]

/** What is asked for behind a name. */
export type AskedProof = Extract<KioskProof, 'pin' | 'phone'>

/** What the row of a studio says, if it has one. */
export const proofOf = (rows: readonly { proof: KioskProof }[]): KioskProof =>
  rows[0]?.proof ?? 'letters'

/** Digits of a phone that are asked for, and the fewest a number has to have for it. */
export const phoneDigits = 4
const leastDigits = 7

/** As it is chosen in the settings: what it is, and what it risks. */
export const kioskProofWords: Record<KioskProof, { name: string; risk: string }> = {
  letters: {
    name: 'The first letters of their name',
    risk:
      'The quickest way, and the one you start with. Anyone at the tablet can check in anyone ' +
      'who has booked, so a friend can use up a class, or hide a no-show.',
  },
  code: {
    name: 'Their member code',
    risk:
      'People scan or type the code from their account. Names find nobody. ' +
      'Someone without their code goes to the desk.',
  },
  pin: {
    name: 'Their name, then a PIN',
    risk:
      'People choose 4 to 6 digits in their account, or you set them at the desk. ' +
      'Someone without a PIN goes to the desk. A member code still works alone.',
  },
  phone: {
    name: `Their name, then the last ${phoneDigits} digits of their phone`,
    risk:
      'Nothing to set up, but friends may know the number. ' +
      'Someone without a phone on record goes to the desk. A member code still works alone.',
  },
}

/** The end of a number on record; null where it is too short to ask for. */
export function lastDigits(phone: string): string | null {
  const digits = phone.replace(/\D/g, '')
  return digits.length < leastDigits ? null : digits.slice(-phoneDigits)
}

/** `1234`, `4321` and `1111` are the first that anybody tries. */
export function isEasyPin(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, i) => Number(digit) - Number(pin[i]))
  return [0, 1, -1].some((step) => steps.every((one) => one === step))
}
