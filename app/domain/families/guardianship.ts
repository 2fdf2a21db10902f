/** What a family may look like, for the desk and for files alike. */

/** A child has at most two guardians: two households, two payers. */
export const guardiansAtMost = 2

/** More children than that are a school's, not a family's. */
export const dependantsAtMost = 12

/** Why a link cannot be. */
const linkRefusals = [
  'not_found',
  'same_person',
  'is_dependant',
  'has_dependants',
  'too_many_guardians',
  'too_many_dependants',
] as const
export type LinkRefusal = (typeof linkRefusals)[number]

/** The sentence of each refusal; names are those of the two people. */
export function linkRefusalWords(
  reason: LinkRefusal,
  { guardian, dependant }: { guardian: string; dependant: string },
): string {
  switch (reason) {
    case 'not_found':
      return 'This person has been removed. Choose someone else.'
    case 'same_person':
      return 'Choose someone else: no one is their own guardian.'
    case 'is_dependant':
      return `${guardian} has a guardian, so can’t be one. Choose the parent.`
    case 'has_dependants':
      return `${dependant} looks after someone, so can’t have a guardian.`
    case 'too_many_guardians':
      return `${dependant} has ${guardiansAtMost} guardians. Remove one first.`
    case 'too_many_dependants':
      return `${guardian} looks after ${dependantsAtMost} people. Remove one first.`
  }
}

/** How long a guardian who was asked by email may accept. */
export const invitationDays = 14

/** Why nobody is asked by email. */
export type InviteRefusal =
  | 'ask_studio'
  | 'no_child'
  | 'already_guardian'
  | 'already_invited'
  | 'too_many_guardians'
  | 'too_many'

export const inviteRefusalWords: Record<InviteRefusal, string> = {
  ask_studio: 'Guardians are added by the studio. Ask us to add one.',
  no_child: 'Choose for whom. You can’t invite a guardian for someone who is 18.',
  already_guardian: 'That is the address of the child or of a guardian they have. Use another one.',
  already_invited: 'This address has an invitation already. Withdraw it to send another one.',
  too_many_guardians: `A child has at most ${guardiansAtMost} guardians. Ask us to remove one first.`,
  too_many: 'That’s a lot of invitations. Wait an hour, then invite again.',
}

/** Why an invitation can't be accepted; for the others see `linkRefusalWords`. */
export const answerRefusalWords = {
  invitation_gone: 'This invitation is over or was withdrawn. Ask for another one.',
  unproven: 'Confirm your email address first: the invitation is for that address only.',
  under_age: 'Only someone who is 18 can be a guardian.',
} as const
