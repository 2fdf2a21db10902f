/** Why a new password is not taken, by the refusal's code: one sentence for each form. */
export const passwordRefusalWords = {
  password_characters: 'Choose a password with more kinds of characters',
  password_too_short: 'Choose a longer password',
  password_too_long: 'Choose a shorter password',
} as const
