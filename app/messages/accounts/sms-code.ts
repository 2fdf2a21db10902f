import type { Letter } from '../letter.ts'

/**
 * The code of a text message: what it is for comes first, so that nobody reads it out to a
 * stranger.
 */
export function smsCode({ code, seconds }: { code: string; seconds: number }): Letter {
  const life = seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
  return {
    subject: '',
    html: '',
    text: `Cadence: ${code} is your code. It works for ${life}. Don’t share it.`,
  }
}
