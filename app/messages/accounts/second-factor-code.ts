import type { Letter } from '../letter.ts'

/** The code of a second factor, as a text message. */
export function secondFactorCode({ code, minutes }: { code: string; minutes: number }): Letter {
  const text =
    `${code} is your Cadence code for the second step. It works for ${minutes} minutes. ` +
    'Don’t share it.'
  return { subject: '', html: '', text }
}
