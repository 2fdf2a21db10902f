import { passwordRefusalWords } from '#app/domain/identity/accounts/password-words.ts'

/** What is said where a new password is refused. */
export const resetSentences = {
  link_expired: 'This link has expired or been used. Ask for a new one.',
  code_expired: 'That code is wrong or has expired. Use the newest one.',
  user_banned: 'This account is closed. Ask your studio.',
  too_many_tries: 'Too many tries. Wait a minute, then try again.',
  ...passwordRefusalWords,
} as const
