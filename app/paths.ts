/** The only place where URLs are spelt, with `app/paths/` behind it. */

import { planningPaths } from './paths/planning.ts'
import { query } from './paths/query.ts'
import { managePaths } from './paths/schedule.ts'

type StudioRef = { slug: string }

export const paths = {
  credits: () => '/credits',
  icons: (params: { q?: string } = {}) => `/icons${query(params)}`,
  /** The sign of a class as a small picture: an icon's name (or `none`) on a colour of the palette or six hex digits. */
  sign: (icon: string, colour: string) => `/signs/${icon}/${colour}`,
  /** Every part of the user interface in its states; only where development tools are on. */
  gallery: (look: 'desk' | 'plain' = 'desk') =>
    look === 'desk' ? '/dev/gallery' : '/dev/gallery/plain',
  landing: (params: { q?: string; page?: number } = {}) => `/${query(params)}`,
  /** Classes of every listed studio; `after` is where the page before ended. */
  classes: (params: Record<string, string | number | undefined> = {}) => `/classes${query(params)}`,
  /** The public page of a class, whatever its dates. */
  publicClass: (classTypeId: string) => `/classes/${classTypeId}`,
  /** Takes an address and mails it the studios that hold an account for it. */
  where: () => '/where',
  /** `next` is an own path to come back to; `studio` a slug that lends its name and colour. */
  signIn: (params: { next?: string; studio?: string } = {}) => `/sign-in${query(params)}`,
  /** Where a code is typed that was sent to sign in. */
  signInCode: (params: { next?: string; studio?: string } = {}) => `/sign-in/code${query(params)}`,
  /** Single sign-on: asks for the mail domain, or leads on to what was found. */
  signInSso: (params: { next?: string; studio?: string; email?: string } = {}) =>
    `/sign-in/sso${query(params)}`,
  /** The second step of a sign-in; `with` and `challenge` say which one was chosen. */
  secondStep: (
    params: { next?: string; studio?: string; with?: string; challenge?: string } = {},
  ) => `/sign-in/second-step${query(params)}`,
  signUp: (params: { next?: string; studio?: string } = {}) => `/sign-up${query(params)}`,
  /** The pages that say a mail is on its way. */
  signUpMailed: (params: { next?: string; studio?: string } = {}) =>
    `/sign-up/check-mail${query(params)}`,
  resetMailed: (params: { studio?: string } = {}) => `/reset/check-mail${query(params)}`,
  signOut: (params: { next?: string; studio?: string } = {}) => `/sign-out${query(params)}`,
  reset: (params: { token_hash?: string; studio?: string } = {}) => `/reset${query(params)}`,
  /** Where mailed links lead: `redirect_to` is another program's address, checked anew when it is used. */
  confirm: (params: {
    token_hash: string
    type: string
    next?: string
    studio?: string
    redirect_to?: string
  }) => `/auth/confirm${query(params)}`,
  /** Where the script of /reset and /welcome hands over the session of a link. */
  takeSession: (params: { next?: string; studio?: string } = {}) => `/auth/session${query(params)}`,
  account: () => '/account',
  /** A page of the account: its form (GET) and the act (POST). */
  accountPart: (
    part:
      | 'name'
      | 'email'
      | 'phone'
      | 'password'
      | 'devices'
      | 'sign-in-ways'
      | 'two-step'
      | 'two-step/app'
      | 'two-step/phone'
      | 'two-step/codes',
    params: Record<string, string | undefined> = {},
  ) => `/account/${part}${query(params)}`,
  /** Takes a second factor out of the account. */
  accountFactor: (factorId: string) => `/account/two-step/factors/${factorId}`,
  /** To a provider: one the installation has by its name, or a studio's own by the person's work address. */
  withProvider: (
    params: { provider?: string; email?: string; next?: string; studio?: string } = {},
  ) => `/auth/provider${query(params)}`,
  /** Where a provider's answer ends for pages. */
  authCallback: (params: { error_code?: string; next?: string; studio?: string } = {}) =>
    `/auth/callback${query(params)}`,
  welcome: () => '/welcome',
  /** Where a mailed invitation is accepted; `token` is the link's secret. */
  invitation: (token: string, studio?: string) => `/welcome/invitation${query({ token, studio })}`,
  setup: (params: { next?: string; studio?: string } = {}) => `/welcome/setup${query(params)}`,
  /** Where an owner begins a studio, and comes back to one that is not open yet. */
  startStudio: () => '/welcome/setup?as=owner',
  /** Giving up the studio that is being set up: asked (GET) and done (POST). */
  giveUpSetup: () => '/welcome/setup/give-up',
  setupStep: (step: string) => `/welcome/setup/${step}`,
  sampleData: (s: StudioRef) => `/welcome/sample${query({ studio: s.slug })}`,

  studio: (s: StudioRef) => `/${s.slug}`,
  join: (s: StudioRef, params: { next?: string } = {}) => `/${s.slug}/join${query(params)}`,
  home: (s: StudioRef) => `/${s.slug}/home`,
  timetable: (
    s: StudioRef,
    params: {
      from?: string
      discipline?: string
      coach?: string
      level?: string
      location?: string
      time?: string
      kind?: string
      places?: string
      included?: string
    } = {},
    day?: string,
  ) => `/${s.slug}/home/timetable${query(params)}${day ? `#d${day}` : ''}`,
  /** The week for a frame on the studio's own site. */
  embeddedTimetable: (s: StudioRef) => `/${s.slug}/embed/timetable`,
  /** A dated class; `class` here is the occurrence, as members say it. */
  occurrence: (s: StudioRef, occurrenceId: string) => `/${s.slug}/home/timetable/${occurrenceId}`,
  /** One class as a calendar file. */
  occurrenceIcs: (s: StudioRef, occurrenceId: string) =>
    `/${s.slug}/home/timetable/${occurrenceId}/class.ics`,
  /** The studio's public calendar feed. */
  calendar: (s: StudioRef) => `/${s.slug}/calendar.ics`,
  /** A person's own feed; the token is the secret of the link. */
  ownCalendar: (s: StudioRef, token: string) => `/${s.slug}/calendar/${token}.ics`,
  /** Confirm page of a booking (GET) and the booking itself (POST). */
  book: (s: StudioRef, occurrenceId: string) => `/${s.slug}/home/timetable/${occurrenceId}/booking`,
  /** Which other full classes to wait for as one wish (GET), and joining their lists (POST). */
  wish: (s: StudioRef, occurrenceId: string) => `/${s.slug}/home/timetable/${occurrenceId}/wish`,
  /** The dates of a class's series: what each would take (GET), and booking those that are chosen (POST). */
  repeat: (s: StudioRef, occurrenceId: string) =>
    `/${s.slug}/home/timetable/${occurrenceId}/repeat`,
  /** Ends a repeat of one's own (POST). */
  endRepeat: (s: StudioRef, standingId: string) => `/${s.slug}/repeats/${standingId}/removal`,
  /** Who comes along with a booking (GET), and bringing somebody (POST). */
  guests: (s: StudioRef, bookingId: string) => `/${s.slug}/bookings/${bookingId}/guests`,
  /** The map of the room (GET), and choosing a numbered place for a booking (POST). */
  spot: (s: StudioRef, bookingId: string) => `/${s.slug}/bookings/${bookingId}/spot`,
  /** Leaves every waitlist of a wish (POST). */
  leaveWish: (s: StudioRef, wishId: string) => `/${s.slug}/wishes/${wishId}/removal`,
  /** Tickets of an event: how many of which (GET), and the hold (POST). `instead` is an order that is to be changed. */
  orderTickets: (s: StudioRef, eventId: string, params: { instead?: string } = {}) =>
    `/${s.slug}/home/timetable/${eventId}/tickets${query(params)}`,
  /** Tickets by the secret of a link: an order's token, or the code of a single ticket. Confirms what is held (POST). */
  tickets: (s: StudioRef, secret: string) => `/${s.slug}/tickets/${secret}`,
  /** One of them: passing it on and giving it back (GET), and the act (POST). */
  ticket: (s: StudioRef, secret: string, ticketId: string) =>
    `/${s.slug}/tickets/${secret}/${ticketId}`,
  /** Confirm page of a cancel, a leave or a decline (GET) and the act (POST). */
  cancelBooking: (s: StudioRef, bookingId: string) =>
    `/${s.slug}/bookings/${bookingId}/cancellation`,
  appointments: (s: StudioRef) => `/${s.slug}/home/appointments`,
  /** The starts of a day (GET), and the hold of one (POST). `moves` is an appointment to be moved. */
  appointmentSlots: (
    s: StudioRef,
    typeId: string,
    params: { coach?: string; day?: string; moves?: string } = {},
  ) => `/${s.slug}/home/appointments/${typeId}${query(params)}`,
  appointment: (s: StudioRef, appointmentId: string) => `/${s.slug}/appointments/${appointmentId}`,
  appointmentCancellation: (s: StudioRef, appointmentId: string) =>
    `/${s.slug}/appointments/${appointmentId}/cancellation`,
  /** Courses and workshops to enrol for. */
  programs: (s: StudioRef, params: Record<string, string | undefined> = {}) =>
    `/${s.slug}/home/programs${query(params)}`,
  /** One of them; `program` here is the course or workshop, as members see it. */
  program: (s: StudioRef, courseId: string) => `/${s.slug}/home/programs/${courseId}`,
  /** Keeps a place for ten minutes (POST). */
  holdPlace: (s: StudioRef, courseId: string) => `/${s.slug}/home/programs/${courseId}/hold`,
  /** Confirm page of enrolling, joining the waitlist or taking an offered place (GET), and the act (POST). */
  enrol: (s: StudioRef, courseId: string) => `/${s.slug}/home/programs/${courseId}/enrolment`,
  /** The same of withdrawing, leaving the waitlist or declining an offer. */
  withdraw: (s: StudioRef, courseId: string) => `/${s.slug}/home/programs/${courseId}/withdrawal`,
  /** Changing to another course: what can be chosen and what each costs (GET), and the act (POST). */
  transfer: (s: StudioRef, courseId: string) => `/${s.slug}/home/programs/${courseId}/transfer`,
  portal: (s: StudioRef) => `/${s.slug}/portal`,
  portalBookings: (s: StudioRef, params: { page?: number } = {}) =>
    `/${s.slug}/portal/bookings${query(params)}`,
  portalCredits: (s: StudioRef, params: { page?: number } = {}) =>
    `/${s.slug}/portal/credits${query(params)}`,
  portalCreditsCsv: (s: StudioRef) => `/${s.slug}/portal/credits.csv`,
  portalDetails: (s: StudioRef) => `/${s.slug}/portal/details`,
  /** Where the person's calendar link is shown (GET) and made anew (POST). */
  portalCalendar: (s: StudioRef) => `/${s.slug}/portal/calendar`,
  /** The person's code for the door (GET), and another one in its place (POST). */
  portalCode: (s: StudioRef) => `/${s.slug}/portal/code`,
  /** A tablet at the door: it asks who comes in (GET) and checks them in (POST). */
  kiosk: (s: StudioRef) => `/${s.slug}/kiosk`,
  /** The link that makes a tablet a kiosk, once. */
  openKiosk: (s: StudioRef, params: { secret?: string } = {}) =>
    `/${s.slug}/kiosk/open${query(params)}`,
  portalReminders: (s: StudioRef) => `/${s.slug}/portal/reminders`,
  notices: (s: StudioRef, params: { page?: number } = {}) =>
    `/${s.slug}/portal/notices${query(params)}`,
  encyclopedia: (s: StudioRef, params: Record<string, string | number | undefined> = {}) =>
    `/${s.slug}/home/encyclopedia${query(params)}`,
  exercise: (s: StudioRef, exerciseId: string) => `/${s.slug}/home/encyclopedia/${exerciseId}`,
  /** Keeping an exercise at hand, or no longer (POST). */
  favourite: (s: StudioRef, exerciseId: string) =>
    `/${s.slug}/home/encyclopedia/${exerciseId}/favourite`,
  /** A photo cut to a size. The id names the bytes, so the address may be kept. */
  photo: (s: StudioRef, mediaId: string, size: string) => `/${s.slug}/media/${mediaId}/${size}`,
  /** A picture of a public bucket, cut to a size; `v` is its version. */
  image: (
    bucket: string,
    path: string,
    params: { width?: number; height?: number; resize?: string; v?: string },
  ) =>
    `/storage/v1/render/image/public/${bucket}/${path.split('/').map(encodeURIComponent).join('/')}${query(params)}`,
  rules: (s: StudioRef) => `/${s.slug}/home/rules`,

  ...managePaths,
  ...planningPaths,
}

/**
 * `next` when it is a path of our own, else null. Refused: other hosts (`//host`, `/\host`), control characters,
 * anything that is not an absolute path (budgets.md: redirects only to own paths).
 */
export function ownPath(next: string | null | undefined): string | null {
  if (!next || next.length > 1_000 || !next.startsWith('/')) return null
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  if (/^\/[/\\]|[\u0000-\u001f\u007f\\]/.test(next)) return null
  try {
    const url = new URL(next, 'https://own.invalid')
    if (url.origin !== 'https://own.invalid') return null
    return url.pathname.startsWith('//') ? null : url.pathname + url.search + url.hash
  } catch {
    return null
  }
}
