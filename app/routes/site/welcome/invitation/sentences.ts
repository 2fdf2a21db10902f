/** What is said about an invitation that is refused. */
export const invitationSentences = {
  invitation_unknown: 'This link is not an invitation, or a newer mail has replaced it.',
  invitation_used: 'This invitation has been accepted already.',
  invitation_yours: 'You have accepted this invitation already.',
  invitation_withdrawn: 'The studio has withdrawn this invitation.',
  invitation_expired: 'This invitation is too old.',
  studio_archived: 'This studio is closed and takes nobody.',
  wrong_account: 'This invitation is for another address than the one you are signed in with.',
  account_exists: 'There is an account with this address. Open the link again and sign in with it.',
  too_many_tries: 'Too many tries. Wait 15 minutes, then try again.',
  password_characters: 'Choose a password with more kinds of characters',
  password_too_short: 'Choose a longer password',
  password_too_long: 'Choose a shorter password',
} as const
