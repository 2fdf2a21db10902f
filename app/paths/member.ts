/** The addresses of a studio's members and visitors. */
import { query } from './query.ts'

type StudioRef = { slug: string }

export const memberPaths = {
  studio: (s: StudioRef) => `/${s.slug}`,
  join: (s: StudioRef, params: { next?: string; friend?: string } = {}) =>
    `/${s.slug}/join${query(params)}`,
  /** `location` is one of several by its name, or `all`. */
  home: (s: StudioRef, params: { location?: string } = {}) => `/${s.slug}/home${query(params)}`,
  timetable: (
    s: StudioRef,
    params: {
      from?: string
      discipline?: string
      coach?: string
      level?: string
      /** A name, or `all` for anyone who was at one before. */
      location?: string
      /** Words of the class's name. */
      q?: string
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
  /**
   * The dates of a class's series: what each would take (GET), and booking those that are chosen
   * (POST).
   */
  repeat: (s: StudioRef, occurrenceId: string) =>
    `/${s.slug}/home/timetable/${occurrenceId}/repeat`,
  /** Ends a repeat of one's own (POST). */
  endRepeat: (s: StudioRef, standingId: string) => `/${s.slug}/repeats/${standingId}/removal`,
  /** Who comes along with a booking (GET), and bringing someone (POST). */
  guests: (s: StudioRef, bookingId: string) => `/${s.slug}/bookings/${bookingId}/guests`,
  /** An open place that is offered (GET), and taking or declining it (POST). */
  placeOffer: (s: StudioRef, bookingId: string) => `/${s.slug}/bookings/${bookingId}/offer`,
  /** The map of the room (GET), and choosing a numbered place for a booking (POST). */
  spot: (s: StudioRef, bookingId: string) => `/${s.slug}/bookings/${bookingId}/spot`,
  /** Leaves every waitlist of a wish (POST). */
  leaveWish: (s: StudioRef, wishId: string) => `/${s.slug}/wishes/${wishId}/removal`,
  /**
   * Tickets of an event: how many of which (GET), and the hold (POST). `instead` is an order that
   * is to be changed.
   */
  orderTickets: (s: StudioRef, eventId: string, params: { instead?: string } = {}) =>
    `/${s.slug}/home/timetable/${eventId}/tickets${query(params)}`,
  /** What follows an order of someone who has still to confirm their address. */
  orderMailed: (s: StudioRef, eventId: string) =>
    `/${s.slug}/home/timetable/${eventId}/tickets/check-mail`,
  /**
   * Tickets by the secret of a link: an order's token, or the code of a single ticket. Confirms
   * what is held (POST).
   */
  tickets: (s: StudioRef, secret: string) => `/${s.slug}/tickets/${secret}`,
  /** One of them: passing it on and giving it back (GET), and the act (POST). */
  ticket: (s: StudioRef, secret: string, ticketId: string) =>
    `/${s.slug}/tickets/${secret}/${ticketId}`,
  /** Confirm page of a cancel, a leave or a decline (GET) and the act (POST). */
  cancelBooking: (s: StudioRef, bookingId: string) =>
    `/${s.slug}/bookings/${bookingId}/cancellation`,
  appointments: (s: StudioRef) => `/${s.slug}/home/appointments`,
  /**
   * The starts of a day (GET), and the hold of one (POST). `moves` is an appointment to be moved.
   */
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
  /**
   * Confirm page of enrolling, joining the waitlist or taking an offered place (GET), and the act
   * (POST).
   */
  enrol: (s: StudioRef, courseId: string) => `/${s.slug}/home/programs/${courseId}/enrolment`,
  /** The same of withdrawing, leaving the waitlist or declining an offer. */
  withdraw: (s: StudioRef, courseId: string) => `/${s.slug}/home/programs/${courseId}/withdrawal`,
  /**
   * Changing to another course: what can be chosen and what each costs (GET), and the act (POST).
   */
  transfer: (s: StudioRef, courseId: string) => `/${s.slug}/home/programs/${courseId}/transfer`,
  /** What the studio sells and how to pay; `for` is a class somebody wants to book. */
  prices: (s: StudioRef, params: { for?: string } = {}) => `/${s.slug}/prices${query(params)}`,
  /** A picture of the studio's look, `share.png` or `icon-192.png`; `key` changes with it. */
  look: (s: StudioRef, file: string, key: string) => `/${s.slug}/look/${file}?v=${key}`,
  /** What a phone keeps of the studio as an app. */
  manifest: (s: StudioRef) => `/${s.slug}/manifest.webmanifest`,
  portal: (s: StudioRef) => `/${s.slug}/portal`,
  portalBookings: (s: StudioRef, params: { page?: number } = {}) =>
    `/${s.slug}/portal/bookings${query(params)}`,
  portalCredits: (s: StudioRef, params: { page?: number } = {}) =>
    `/${s.slug}/portal/credits${query(params)}`,
  /** What a person was invoiced and paid; one invoice, to read and print; the same as a file. */
  portalInvoices: (s: StudioRef, params: { page?: number } = {}) =>
    `/${s.slug}/portal/invoices${query(params)}`,
  portalInvoice: (s: StudioRef, invoiceId: string) => `/${s.slug}/portal/invoices/${invoiceId}`,
  /** Begins paying an invoice on the provider's page (POST). */
  portalInvoicePayment: (s: StudioRef, invoiceId: string) =>
    `/${s.slug}/portal/invoices/${invoiceId}/payment`,
  /** Cards that are kept (GET), and adding or removing one (POST). */
  portalCards: (s: StudioRef) => `/${s.slug}/portal/cards`,
  /** Packs that are bought again automatically (GET), and turning one on or off (POST). */
  portalTopUps: (s: StudioRef) => `/${s.slug}/portal/top-ups`,
  /**
   * What somebody is about to buy, and the class it is for (GET), and buying it (POST); with neither
   * a pack nor a plan it is the class alone.
   */
  checkout: (
    s: StudioRef,
    params: { class?: string; pack?: string; plan?: string; code?: string; start?: string },
  ) => `/${s.slug}/checkout${query(params)}`,
  /** On to the provider's page, and what was bought, by the key of the form. */
  checkoutKey: (s: StudioRef, key: string) => `/${s.slug}/checkout/${key}`,
  /** What the link in a letter leads to: booking what somebody without an account chose. */
  /** Gift cards that somebody bought here, with what is left on each. */
  portalGiftCards: (s: StudioRef) => `/${s.slug}/portal/gift-cards`,
  /** Where anybody buys a gift card. */
  buyGiftCard: (s: StudioRef) => `/${s.slug}/gift-cards`,
  /** A gift card, for anyone who has its link, to read and print; and the same as a file. */
  giftCard: (s: StudioRef, key: string) => `/${s.slug}/gift-cards/${key}`,
  giftCardPdf: (s: StudioRef, key: string) => `/${s.slug}/gift-cards/${key}/pdf`,
  checkoutProof: (s: StudioRef, token: string) => `/${s.slug}/checkout/confirm/${token}`,
  /** A payment: on to the provider's page, and how it went afterwards. */
  payment: (s: StudioRef, attemptId: string) => `/${s.slug}/pay/${attemptId}`,
  /** An invoice for anyone who has its link (GET), and beginning to pay it (POST). */
  payLink: (s: StudioRef, secret: string, params: { done?: string } = {}) =>
    `/${s.slug}/pay-link/${secret}${query(params)}`,
  portalInvoicePdf: (s: StudioRef, invoiceId: string) =>
    `/${s.slug}/portal/invoices/${invoiceId}/pdf`,
  portalCreditsCsv: (s: StudioRef) => `/${s.slug}/portal/credits.csv`,
  /** What a person has signed and has to sign. */
  /** Files the studio shares with its members, and one of them. */
  portalFiles: (s: StudioRef) => `/${s.slug}/portal/files`,
  portalFile: (s: StudioRef, fileId: string) => `/${s.slug}/portal/files/${fileId}`,
  /** A file that somebody shared by a link; nobody signs in for it. */
  sharedFile: (s: StudioRef, token: string) => `/${s.slug}/shared/${token}`,
  sharedContent: (s: StudioRef, token: string) => `/${s.slug}/shared/${token}/content`,
  portalDocuments: (s: StudioRef) => `/${s.slug}/portal/documents`,
  /**
   * One document: its text (GET), and signing it (POST). `person` is a child it is signed for,
   * `for` the class and `course` the course that leads here.
   */
  portalDocument: (
    s: StudioRef,
    documentId: string,
    params: { person?: string; for?: string; course?: string } = {},
  ) => `/${s.slug}/portal/documents/${documentId}${query(params)}`,
  /** What was signed, with who signed it and when, to read and print; and the same as a file. */
  portalSignature: (s: StudioRef, signatureId: string) =>
    `/${s.slug}/portal/signatures/${signatureId}`,
  portalSignaturePdf: (s: StudioRef, signatureId: string) =>
    `/${s.slug}/portal/signatures/${signatureId}/pdf`,
  /** Whom a person looks after here, and what they hold for them. */
  /** A membership of one's own, with what can be done about it. */
  portalMembership: (s: StudioRef, membershipId: string) =>
    `/${s.slug}/portal/memberships/${membershipId}`,
  /** What an act would do (GET), and the act (POST). */
  portalMembershipAct: (
    s: StudioRef,
    membershipId: string,
    act: string,
    params: Record<string, string | undefined> = {},
  ) => `/${s.slug}/portal/memberships/${membershipId}/${act}${query(params)}`,
  portalLevels: (s: StudioRef) => `/${s.slug}/portal/levels`,
  portalCoaching: (s: StudioRef) => `/${s.slug}/portal/coaching`,
  /** An invitation to a grading with its answer (GET, POST), and what came of it. */
  portalGrading: (s: StudioRef, gradingId: string) => `/${s.slug}/portal/gradings/${gradingId}`,
  portalCertificate: (s: StudioRef, gradingId: string) =>
    `/${s.slug}/portal/gradings/${gradingId}/certificate`,
  /** Every skill of a discipline with where one stands. */
  portalSkills: (s: StudioRef, params: { discipline?: string | undefined } = {}) =>
    `/${s.slug}/portal/skills${query(params)}`,
  portalSkill: (s: StudioRef, skillId: string) => `/${s.slug}/portal/skills/${skillId}`,
  portalReferrals: (s: StudioRef) => `/${s.slug}/portal/referrals`,
  /** What a friend opens: the referrer's own link. */
  friend: (s: StudioRef, code: string) => `/${s.slug}/friend/${code}`,
  portalFamily: (s: StudioRef) => `/${s.slug}/portal/family`,
  portalDetails: (s: StudioRef) => `/${s.slug}/portal/details`,
  /** Where the person's calendar link is shown (GET) and replaced (POST). */
  portalCalendar: (s: StudioRef) => `/${s.slug}/portal/calendar`,
  /** The person's code for the door (GET), and another one in its place (POST). */
  portalCode: (s: StudioRef) => `/${s.slug}/portal/code`,
  /** The digits a kiosk asks for after a name: the form (GET), and setting them (POST). */
  portalPin: (s: StudioRef) => `/${s.slug}/portal/pin`,
  /** A tablet at the door: it asks who comes in (GET) and checks them in (POST). */
  kiosk: (s: StudioRef) => `/${s.slug}/kiosk`,
  /** The link that makes a tablet a kiosk, once. */
  openKiosk: (s: StudioRef, params: { secret?: string } = {}) =>
    `/${s.slug}/kiosk/open${query(params)}`,
  /** What comes by email, and when reminders come. */
  portalNotifications: (s: StudioRef) => `/${s.slug}/portal/notifications`,
  /** The devices that get push messages. */
  portalPush: (s: StudioRef) => `/${s.slug}/portal/push`,
  /**
   * News, offers and photos: what a person (or a child of theirs) said yes to, and giving or
   * withdrawing it (POST).
   */
  portalConsents: (s: StudioRef, params: { person?: string | undefined } = {}) =>
    `/${s.slug}/portal/consents${query(params)}`,
  /** Everything the studio keeps of a person: taking it away, and asking for its end (POST). */
  portalData: (s: StudioRef) => `/${s.slug}/portal/data`,
  portalDataZip: (s: StudioRef) => `/${s.slug}/portal/data.zip`,
  /** What somebody and the studio write to one another; `about` is what a question is about. */
  messages: (s: StudioRef, params: { about?: string; page?: string } = {}) =>
    `/${s.slug}/portal/messages${query(params)}`,
  /** The messages of a class's or course's group. */
  groupMessages: (s: StudioRef, conversationId: string) =>
    `/${s.slug}/portal/messages/${conversationId}`,
  notices: (s: StudioRef, params: { page?: number } = {}) =>
    `/${s.slug}/portal/notices${query(params)}`,
  encyclopedia: (s: StudioRef, params: Record<string, string | number | undefined> = {}) =>
    `/${s.slug}/home/encyclopedia${query(params)}`,
  /** An entry of the encyclopedia, in `lang` where its studio wrote it in that. */
  exercise: (s: StudioRef, exerciseId: string, lang?: string) =>
    `/${s.slug}/home/encyclopedia/${exerciseId}${query({ lang })}`,
  /** Keeping an exercise at hand, or no longer (POST). */
  favourite: (s: StudioRef, exerciseId: string) =>
    `/${s.slug}/home/encyclopedia/${exerciseId}/favourite`,
  /** The shelf of videos, and one of them; `t` is a second to begin at. */
  videos: (s: StudioRef) => `/${s.slug}/home/videos`,
  video: (s: StudioRef, videoId: string, params: { t?: string | undefined } = {}) =>
    `/${s.slug}/home/videos/${videoId}${query(params)}`,
  videoContent: (s: StudioRef, videoId: string) => `/${s.slug}/home/videos/${videoId}/content`,
  videoCaptions: (s: StudioRef, videoId: string) => `/${s.slug}/home/videos/${videoId}/captions`,
  /** Where somebody stopped (POST). */
  videoPlace: (s: StudioRef, videoId: string) => `/${s.slug}/home/videos/${videoId}/place`,
  /** A photo cut to a size. The id names the bytes, so the address may be kept. */
  photo: (s: StudioRef, mediaId: string, size: string) => `/${s.slug}/media/${mediaId}/${size}`,
  /** A location of the studio: where it is, when it is open, what is on there. */
  location: (s: StudioRef, locationId: string) => `/${s.slug}/home/locations/${locationId}`,
  /** Who teaches there; each has an anchor of their id. */
  coaches: (s: StudioRef, personId?: string) =>
    `/${s.slug}/home/coaches${personId ? `#${personId}` : ''}`,
  rules: (s: StudioRef) => `/${s.slug}/home/rules`,
  /** The page of a funnel (GET), and starting there (POST). */
  offer: (s: StudioRef, slug: string) => `/${s.slug}/offers/${slug}`,
  /** A form for people who are not members yet (GET), and what they send (POST). */
  leadForm: (s: StudioRef, formId: string) => `/${s.slug}/forms/${formId}`,
  /** What follows: thanks, and a trial where the form offers one (GET), and booking it (POST). */
  leadFormThanks: (s: StudioRef, formId: string, params: { sent?: string; trial?: string } = {}) =>
    `/${s.slug}/forms/${formId}/thanks${query(params)}`,
  /** Ends news and offers: asks (GET) and does it (POST). */
  unsubscribe: (s: StudioRef, token: string) => `/${s.slug}/unsubscribe/${token}`,
  /** How likely somebody is to recommend the studio: the question (GET), the answer (POST). */
  score: (s: StudioRef, token: string) => `/${s.slug}/recommend/${token}`,
  /** Where to ask the studio about something no page can settle. */
  ask: (s: StudioRef) => `/${s.slug}/home/rules#ask`,
}
