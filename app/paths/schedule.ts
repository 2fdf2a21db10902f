/** The addresses of the schedule of the desk; planning has its own file. */
import { query } from './query.ts'

type StudioRef = { slug: string }
type CourseKind = 'course' | 'workshop'
type CourseAct = 'edit' | 'cancellation' | 'enrolments' | 'decision'

export const schedulePaths = {
  /** The calendar: `view` of day, week or month around `on`. */
  manageSchedule: (s: StudioRef, params: Record<string, string | undefined> = {}) =>
    `/${s.slug}/manage/schedule${query(params)}`,
  /** Moving one thing on the calendar: what that changes (GET), and the act (POST). */
  manageMove: (
    s: StudioRef,
    occurrenceId: string,
    params: Record<string, string | undefined> = {},
  ) => `/${s.slug}/manage/schedule/move/${occurrenceId}${query(params)}`,
  /** Classes of a week; `from` is a date in it. */
  manageClasses: (s: StudioRef, params: Record<string, string | undefined> = {}) =>
    `/${s.slug}/manage/schedule/classes${query(params)}`,
  manageClassNew: (s: StudioRef, params: Record<string, string | undefined> = {}) =>
    `/${s.slug}/manage/schedule/classes/new${query(params)}`,
  manageSeries: (s: StudioRef) => `/${s.slug}/manage/schedule/classes/series`,
  manageClassTypes: (s: StudioRef) => `/${s.slug}/manage/schedule/classes/types`,
  managePictures: (s: StudioRef, folder: 'brand' | 'classes' | 'people' | 'staff') =>
    `/${s.slug}/manage/pictures/${folder}`,
  manageClassTypeNew: (s: StudioRef) => `/${s.slug}/manage/schedule/classes/types/new`,
  manageClassType: (s: StudioRef, classTypeId: string) =>
    `/${s.slug}/manage/schedule/classes/types/${classTypeId}`,
  /** The roster of one class; `bookingId` leads to that row. */
  manageClass: (
    s: StudioRef,
    occurrenceId: string,
    params: { q?: string } = {},
    bookingId?: string,
  ) =>
    `/${s.slug}/manage/schedule/classes/${occurrenceId}${query(params)}` +
    (bookingId ? `#b${bookingId}` : ''),
  manageClassAct: (
    s: StudioRef,
    occurrenceId: string,
    act: 'briefing' | 'cancellation' | 'capacity' | 'edit' | 'message' | 'walk-ins',
  ) => `/${s.slug}/manage/schedule/classes/${occurrenceId}/${act}`,
  /** One person's place in a class: what can be done about it (GET), and the act (POST). */
  manageClassBooking: (s: StudioRef, occurrenceId: string, bookingId: string) =>
    `/${s.slug}/manage/schedule/classes/${occurrenceId}/bookings/${bookingId}`,
  /** What pays for that place: what could instead (GET), and the change (POST). */
  manageBookingPayer: (s: StudioRef, occurrenceId: string, bookingId: string) =>
    `/${s.slug}/manage/schedule/classes/${occurrenceId}/bookings/${bookingId}/payer`,
  manageCourses: (
    s: StudioRef,
    kind: CourseKind,
    params: Record<string, string | undefined> = {},
  ) => `/${s.slug}/manage/schedule/${kind}s${query(params)}`,
  manageCourseNew: (
    s: StudioRef,
    kind: CourseKind,
    params: Record<string, string | undefined> = {},
  ) => `/${s.slug}/manage/schedule/${kind}s/new${query(params)}`,
  manageCourse: (s: StudioRef, kind: CourseKind, courseId: string, params: { q?: string } = {}) =>
    `/${s.slug}/manage/schedule/${kind}s/${courseId}${query(params)}`,
  manageCourseCsv: (s: StudioRef, kind: CourseKind, courseId: string) =>
    `/${s.slug}/manage/schedule/${kind}s/${courseId}/people.csv`,
  /** A page below a course's: its form (GET) and the act (POST). */
  manageCourseAct: (s: StudioRef, kind: CourseKind, courseId: string, act: CourseAct) =>
    `/${s.slug}/manage/schedule/${kind}s/${courseId}/${act}`,
  /** One person's enrolment: withdraw, move, paid. */
  manageEnrolment: (s: StudioRef, kind: CourseKind, courseId: string, enrolmentId: string) =>
    `/${s.slug}/manage/schedule/${kind}s/${courseId}/enrolments/${enrolmentId}`,
  /** One session: its topic, its time and place. */
  manageCourseSession: (s: StudioRef, kind: CourseKind, courseId: string, occurrenceId: string) =>
    `/${s.slug}/manage/schedule/${kind}s/${courseId}/sessions/${occurrenceId}`,
  manageEvents: (s: StudioRef, params: Record<string, string | undefined> = {}) =>
    `/${s.slug}/manage/schedule/events${query(params)}`,
  manageEventNew: (s: StudioRef) => `/${s.slug}/manage/schedule/events/new`,
  manageEvent: (s: StudioRef, eventId: string, params: { q?: string; state?: string } = {}) =>
    `/${s.slug}/manage/schedule/events/${eventId}${query(params)}`,
  /** A page below an event's: its form (GET) and the act (POST). */
  manageEventAct: (
    s: StudioRef,
    eventId: string,
    act: 'edit' | 'cancellation' | 'publication' | 'check-in' | 'holds' | 'orders' | 'run-order',
    params: Record<string, string | undefined> = {},
  ) => `/${s.slug}/manage/schedule/events/${eventId}/${act}${query(params)}`,
  manageEventCsv: (s: StudioRef, eventId: string) =>
    `/${s.slug}/manage/schedule/events/${eventId}/guests.csv`,
  /** A type of ticket: `new`, or its id. */
  manageTicketType: (s: StudioRef, eventId: string, typeId: string) =>
    `/${s.slug}/manage/schedule/events/${eventId}/types/${typeId}`,
  /** One ticket: what can be done about it (GET), and the act (POST). */
  manageTicket: (s: StudioRef, eventId: string, ticketId: string) =>
    `/${s.slug}/manage/schedule/events/${eventId}/tickets/${ticketId}`,
  managePolicies: (s: StudioRef, params: { set?: string } = {}) =>
    `/${s.slug}/manage/schedule/policies${query(params)}`,
  managePolicyNew: (s: StudioRef) => `/${s.slug}/manage/schedule/policies/new`,
  managePolicyExemptions: (s: StudioRef, params: { set?: string; end?: string } = {}) =>
    `/${s.slug}/manage/schedule/policies/exemptions${query(params)}`,
  manageAttendance: (s: StudioRef) => `/${s.slug}/manage/schedule/policies/attendance`,
  manageAppointments: (s: StudioRef, params: { from?: string } = {}) =>
    `/${s.slug}/manage/schedule/appointments${query(params)}`,
  manageAppointment: (s: StudioRef, appointmentId: string) =>
    `/${s.slug}/manage/schedule/appointments/${appointmentId}`,
  manageAppointmentNew: (s: StudioRef, params: Record<string, string | undefined> = {}) =>
    `/${s.slug}/manage/schedule/appointments/new${query(params)}`,
  manageAppointmentType: (s: StudioRef, typeId: string) =>
    `/${s.slug}/manage/schedule/appointments/types/${typeId}`,
  manageAvailability: (s: StudioRef, params: { coach?: string } = {}) =>
    `/${s.slug}/manage/schedule/appointments/availability${query(params)}`,
}
