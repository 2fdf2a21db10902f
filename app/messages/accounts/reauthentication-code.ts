import { composeLetter } from '../letter-html.ts'

/** The code that shows that who changes a password still holds the mailbox. */
export function reauthenticationCode({ code, minutes }: { code: string; minutes: number }) {
  return composeLetter({
    subject: `${code} is your code`,
    paragraphs: [
      `Enter ${code} where you are changing your password.`,
      `It works once, for ${minutes} minutes. A newer email replaces the code.`,
    ],
    foot: [
      'If you’re not changing your password, ignore this email and sign out any devices you ' +
        'don’t recognise.',
    ],
  })
}
