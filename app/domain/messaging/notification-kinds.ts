/**
 * What people are told by email, sorted as they choose it: the one list, read by the page of
 * notifications and by anyone who queues a letter. Pure. A test finds letters that stand in no
 * kind.
 */

type Kind = {
  key: string
  name: string
  /** When it comes. */
  when: string
  /** Names of message files. */
  messages: readonly string[]
}

/** What a person may switch off; it stays under Notices in their account. */
export const notificationKinds = [
  {
    key: 'bookings',
    name: 'Booking confirmations',
    when: 'When you book a class or join a waitlist.',
    messages: ['booking-booked', 'booking-waitlisted', 'wish-joined'],
  },
  {
    key: 'waitlist',
    name: 'Places from the waitlist',
    when: 'When a place becomes yours or is offered to you. An offer is open for a short time.',
    messages: ['booking-promoted', 'place-offered'],
  },
  {
    key: 'courses',
    name: 'Waitlists of courses',
    when: 'When you join one, and when a place on the course is offered to you.',
    messages: ['course-waitlisted', 'course-offered'],
  },
  {
    key: 'appointments',
    name: 'Appointment confirmations',
    when: 'When you ask for an appointment, and when it is confirmed.',
    messages: ['appointment-requested', 'appointment-confirmed'],
  },
  {
    key: 'messages',
    name: 'Messages about a class',
    when: 'When the studio writes to everyone in a class.',
    messages: ['class-message'],
  },
  {
    key: 'studio',
    name: 'Messages from the studio',
    when: 'When the studio writes to many of its people.',
    messages: ['studio-message'],
  },
  {
    key: 'conversations',
    name: 'Answers to your messages',
    when: 'When the studio answers you. They are always in your account.',
    messages: ['conversation-reply'],
  },
] as const satisfies readonly Kind[]

export type NotificationKey = (typeof notificationKinds)[number]['key']

/** What always comes, and why. */
export const fixedNotifications: readonly (Omit<Kind, 'when' | 'key'> & { why: string })[] = [
  {
    name: 'Changes and cancellations',
    why: 'So that you never come to a closed door.',
    messages: [
      'appointment-declined',
      'appointment-moved',
      'booking-moved',
      'class-cancelled',
      'class-changed',
      'class-restored',
      'course-cancelled',
      'course-session-moved',
      'event-cancelled',
      'event-moved',
    ],
  },
  {
    name: 'What you pay and get back',
    why: 'You need it for your records: what a cancellation cost, what a course costs, refunds.',
    messages: [
      'booking-cancelled',
      'course-enrolled',
      'course-transferred',
      'course-withdrawn',
      'membership-changed',
      'pack-top-up',
      'pack-transferred',
      'price-changed',
      'invoice-reminder',
      'invoice-copy',
      'payment-failed',
      'payment-receipt',
    ],
  },
  {
    name: 'Tickets',
    why: 'The ticket is in the email.',
    messages: [
      'ticket-given-back',
      'ticket-passed-on',
      'tickets-held',
      'tickets-new-link',
      'tickets-ordered',
    ],
  },
  {
    name: 'Gradings',
    why: 'So that you know when you are graded, and your result.',
    messages: ['grading-letter'],
  },
  {
    name: 'Your work',
    why: 'So that you know when you work, who is new in your next class, whether you have time off, and when something you need to teach ends.',
    messages: ['class-briefing', 'qualification-ends', 'rota-changed', 'time-off-decided'],
  },
  {
    name: 'Your family',
    why: 'So that you learn who wants to act for your family, and of an 18th birthday.',
    messages: ['booking-asked', 'guardian-invited', 'of-age'],
  },
  {
    name: 'Sign-in and security',
    why: 'So that nobody changes your account without your knowledge.',
    messages: [],
  },
]

/** The kind a letter belongs to; null for what always comes. */
export const notificationKeyOf = (message: string): NotificationKey | null =>
  notificationKinds.find(({ messages }) => (messages as readonly string[]).includes(message))
    ?.key ?? null

/** What one press in a mail program ends: a kind of these, or reminders of classes. */
export type EndableKey = NotificationKey | 'reminders'

export const endableKeyOf = (message: string): EndableKey | null =>
  message === 'booking-reminder' ? 'reminders' : notificationKeyOf(message)

export const isEndableKey = (key: string): key is EndableKey =>
  key === 'reminders' || notificationKinds.some((kind) => kind.key === key)

export const endableName = (key: EndableKey): string =>
  notificationKinds.find((kind) => kind.key === key)?.name ?? 'Reminders of classes'

/** What of notices a person may leave out of the push messages to their devices. */
export const pushKinds = [
  { key: 'reminders', name: 'Reminders of classes', when: 'As long before as you chose.' },
  ...notificationKinds.filter(({ key }) => key !== 'bookings'),
] as const satisfies readonly { key: EndableKey; name: string; when: string }[]

/** Notices whose kind is no letter's, and what they belong to. */
const noticesOnly: Readonly<Record<string, EndableKey>> = {
  'booking-not-promoted': 'waitlist',
  'booking-skipped': 'waitlist',
  conversation: 'conversations',
  'course-offer-lapsed': 'courses',
  'offer-lapsed': 'waitlist',
  'studio-notice': 'studio',
}

/** What of push messages a notice belongs to; null for what comes with all of them. */
export const pushKeyOf = (notice: string): EndableKey | null =>
  noticesOnly[notice] ?? endableKeyOf(notice)
