/** Closed lists of columns of leads and consents, importable without the tables. */

/** Ways to reach someone that are consented to one by one; `any` is of what has no channel. */
export const consentChannels = ['email', 'sms', 'phone', 'any'] as const
export type ConsentChannel = (typeof consentChannels)[number]

/** What for. */
export const consentPurposes = ['marketing', 'photos', 'boards'] as const
export type ConsentPurpose = (typeof consentPurposes)[number]

/**
 * Who said so; `age` is the eighteenth birthday, which ends what a guardian said (R17), `import` a
 * file of another program.
 */
export const consentSources = [
  'form',
  'desk',
  'person',
  'guardian',
  'age',
  'minor',
  'unsubscribe',
  'import',
] as const
export type ConsentSource = (typeof consentSources)[number]

/** What a stage means, whatever it is called (SM-LEAD). */
export const stageKinds = [
  'new',
  'contacted',
  'trial_booked',
  'trial_attended',
  'offer_made',
  'other',
  'won',
  'nurture',
  'lost',
] as const
export type StageKind = (typeof stageKinds)[number]

/** What a lead is by its stage. */
export const leadStates = ['open', 'nurture', 'won', 'lost'] as const
export type LeadState = (typeof leadStates)[number]

/** How somebody got in touch, and what the studio did. */
export const touchKinds = [
  'form',
  'walk_in',
  'referral',
  'phone_in',
  'import',
  'call',
  'sms',
  'email',
  'note',
  'stage',
  'owner',
  'trial',
] as const
export type TouchKind = (typeof touchKinds)[number]

/** Somebody came to us: what counts as a touch. */
export const inboundKinds = ['form', 'walk_in', 'referral', 'phone_in', 'import'] as const

/** What is planned with a lead next. */
export const nextActions = ['call', 'sms', 'email', 'meet', 'offer', 'other'] as const
export type NextAction = (typeof nextActions)[number]

export const submissionStates = ['received', 'spam', 'matched', 'created'] as const
export type SubmissionState = (typeof submissionStates)[number]
