/** What is said where a new password is refused. */
export const resetSentences = {
  link_expired:
    'This link has been used, replaced by a newer one, or is too old. Ask for a new one.',
  code_expired: 'That code is not right, too old, or a newer one has been sent.',
  user_banned: 'This account is closed. Ask your studio.',
  too_many_tries: 'Too many tries. Wait a minute, then try again.',
  password_characters: 'Choose a password with more kinds of characters',
  password_too_short: 'Choose a longer password',
  password_too_long: 'Choose a shorter password',
} as const
