import { passwordRefusalWords } from '#app/domain/identity/accounts/password-words.ts'

/** What is said about an invitation that is refused. */
export const invitationSentences = {
  invitation_unknown: 'This link isn’t an invitation, or a newer email has replaced it.',
  invitation_used: 'This invitation has already been accepted.',
  invitation_yours: 'You’ve already accepted this invitation.',
  invitation_withdrawn: 'The studio has withdrawn this invitation.',
  invitation_expired: 'This invitation has expired.',
  studio_archived: 'This studio isn’t accepting new members.',
  wrong_account: 'This invitation is for a different address from the one you’re signed in with.',
  account_exists: 'There’s already an account with this address. Open the link again and sign in.',
  too_many_tries: 'Too many tries. Wait 15 minutes, then try again.',
  ...passwordRefusalWords,
} as const
