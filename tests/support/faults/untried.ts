/** What the trials of presses leave out, each with why. */

/**
 * Presses that do more when they are sent again after a lost answer, as they must: by the beginnings
 * of their names.
 */
export const anew: ReadonlyMap<string, string> = new Map([
  [
    'service POST /auth/v1/token',
    'The session whose tokens were lost is nobody’s; another begins.',
  ],
  ...(['member', 'coach', 'owner'] as const).map((role): [string, string] => [
    `${role} /account/two-step/phone phone`,
    'A code that is on its way is sent anew a minute later.',
  ]),
  ['service POST /auth/v1/admin/generate_link', 'A link that was lost is made anew; both work.'],
  ['service POST /auth/v1/invite', 'An invitation that was lost is mailed anew; both work.'],
  [
    'owner /:studio/manage/settings/doors?index id,code',
    'A secret that was lost is made anew, and each test is a line of the log.',
  ],
  [
    'owner /:studio/manage/studio/reception/kiosks id act=renew',
    'A secret that was lost is made anew, which is a second line of the audit.',
  ],
  [
    'owner /:studio/manage/schedule/publish',
    'Each row is published once; the line of the second press tells of what was left for it.',
  ],
  [
    'owner /:studio/manage/studio/staff/invitations/:id  act=resend',
    'Mailed once a minute: the line of the audit is lost between two databases, the letter is not.',
  ],
])

/** Files of the domain of whose statements none is sent by a press, with why. */
export const untried: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'Sent by presses that do more when they are sent again: those above.': [
      'identity/factors/challenge-factor.server.ts',
      'identity/sessions/sessions.server.ts',
      'planning/publish-plan.server.ts',
    ],
    'Takes what was mailed, what a provider says, or a first visit: no press of a page has it.': [
      'identity/accounts/change-name.server.ts',
      'identity/accounts/complete-setup.server.ts',
      'identity/accounts/enter-studio.server.ts',
      'identity/accounts/open-confirmed-account.server.ts',
      'identity/accounts/verified-address.server.ts',
      'identity/factors/verify-factor.server.ts',
      'identity/providers/finish-provider-sign-in.server.ts',
      'identity/providers/link-identity.server.ts',
      'identity/providers/resolve-identity.server.ts',
      'identity/providers/sso-providers.server.ts',
      'identity/secrets/password-change.server.ts',
      'identity/secrets/renew-hash.server.ts',
      'identity/secrets/verify-one-time-secret.server.ts',
      'identity/sessions/flow-states.server.ts',
      'identity/sessions/refresh-session.server.ts',
      'studios/accept-invitation.server.ts',
      'studios/join-studio.server.ts',
    ],
    'Part of opening a studio or of its sample data, in steps that are cut off between any two in publish-studio.server.test.ts.':
      [
        'bookings/sample-bookings.server.ts',
        'entitlements/add-offer.server.ts',
        'facilities/add-rooms.server.ts',
        'onboarding/create-studio.server.ts',
        'onboarding/publish-studio.server.ts',
        'onboarding/save-setup-step.server.ts',
        'people/enroll-person.server.ts',
        'people/set-staff.server.ts',
        'scheduling/setup-statements.server.ts',
      ],
    'Takes the bytes of a file that somebody chooses; imports are cut off between any two steps in commit-import.server.test.ts.':
      [
        'storage/empty-bucket.server.ts',
        'imports/commit-people.server.ts',
        'training/import/check-exercise-file.server.ts',
        'training/import/photo-import.server.ts',
        'training/store-photo.server.ts',
      ],
    'Takes the rows of a file that somebody chose, in steps: each is one batch that writes only where it moved the cursor.':
      [
        'imports/import-step.server.ts',
        'imports/leads/commit-leads.server.ts',
        'leads/import-leads.server.ts',
      ],
    'Stands in the one batch of an act on a membership, whose other statements are tried.': [
      'bookings/cancelling/free-bookings.server.ts',
    ],
    'Notes with each look at a page when it was; what is lost is noted at the next look.': [
      'insights/staff-looks.server.ts',
    ],
    'The demo has no record that waits for it at the moments that are tried, or its form as it stands changes nothing.':
      [
        'appointments/cancel-at-desk.server.ts',
        'bookings/booking/choose-spot.server.ts',
        'bookings/cancelling/restore-occurrence.server.ts',
        'bookings/cancelling/waive-fee.server.ts',
        'bookings/roster/move-booking.server.ts',
        'bookings/roster/save-attendance-rule.server.ts',
        'bookings/standing-places/book-repeating.server.ts',
        'bookings/standing-places/standing-place-statements.server.ts',
        'bookings/waitlist/accept-offer.server.ts',
        'bookings/waitlist/decline-offer.server.ts',
        'bookings/waitlist/leave-overlapping.server.ts',
        'bookings/waitlist/leave-wish.server.ts',
        'bookings/waitlist/promote-waitlist.server.ts',
        'calendar/series-version.server.ts',
        'courses/enrolments/join-course-waitlist.server.ts',
        'courses/enrolments/lapse-places.server.ts',
        'courses/enrolments/transfer-person.server.ts',
        'courses/move-session.server.ts',
        'entitlements/undo-entitlement-statements.server.ts',
        'events/give-back-ticket.server.ts',
        'people/consents/consent-texts.server.ts',
        'people/consents/unsubscribe.server.ts',
        'people/withdraw-portrait.server.ts',
        'reception/kiosk-settings.server.ts',
        'reception/save-alert-rules.server.ts',
        'reception/undo-arrival.server.ts',
        'reception/walk-in-at-desk.server.ts',
        'studios/business-clock.server.ts',
        'studios/change-role.server.ts',
      ],
  }).flatMap(([why, files]) => files.map((file): [string, string] => [file, why])),
)
