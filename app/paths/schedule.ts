/** The addresses of the staff's side; `app/paths.ts` gives them out with all others. */
import { query } from './query.ts'

type StudioRef = { slug: string }
type CourseKind = 'course' | 'workshop'
type CourseAct = 'edit' | 'cancellation' | 'enrolments' | 'decision'

export const managePaths = {
  manage: (s: StudioRef) => `/${s.slug}/manage`,
  /** The today board. */
  manageToday: (s: StudioRef) => `/${s.slug}/manage/studio`,
  manageExercises: (s: StudioRef, params: Record<string, string | number | undefined> = {}) =>
    `/${s.slug}/manage/training/exercises${query(params)}`,
  manageExerciseNew: (s: StudioRef) => `/${s.slug}/manage/training/exercises/new`,
  manageExercise: (s: StudioRef, exerciseId: string) =>
    `/${s.slug}/manage/training/exercises/${exerciseId}`,
  manageExerciseState: (s: StudioRef, exerciseId: string) =>
    `/${s.slug}/manage/training/exercises/${exerciseId}/state`,
  manageExercisePhotos: (s: StudioRef, exerciseId: string) =>
    `/${s.slug}/manage/training/exercises/${exerciseId}/photos`,
  managePhotoRemoval: (s: StudioRef, exerciseId: string, mediaId: string) =>
    `/${s.slug}/manage/training/exercises/${exerciseId}/photos/${mediaId}/removal`,
  manageExerciseRemoval: (s: StudioRef, exerciseId: string) =>
    `/${s.slug}/manage/training/exercises/${exerciseId}/removal`,
  /** Merging two entries for one move (GET, POST), and taking it apart (POST). */
  manageExerciseAct: (s: StudioRef, exerciseId: string, act: 'merge' | 'separation') =>
    `/${s.slug}/manage/training/exercises/${exerciseId}/${act}`,
  manageImports: (s: StudioRef) => `/${s.slug}/manage/training/exercises/import`,
  manageImport: (s: StudioRef, importId: string) =>
    `/${s.slug}/manage/training/exercises/import/${importId}`,
  manageImportCommit: (s: StudioRef, importId: string) =>
    `/${s.slug}/manage/training/exercises/import/${importId}/commit`,
  manageImportDiscard: (s: StudioRef, importId: string) =>
    `/${s.slug}/manage/training/exercises/import/${importId}/discard`,
  manageMembers: (s: StudioRef, params: Record<string, string | number | undefined> = {}) =>
    `/${s.slug}/manage/members/members${query(params)}`,
  manageMembersCsv: (s: StudioRef, params: Record<string, string | number | undefined> = {}) =>
    `/${s.slug}/manage/members/members.csv${query(params)}`,
  /** The columns somebody wants to see of the people list (POST). */
  manageMembersColumns: (s: StudioRef) => `/${s.slug}/manage/members/members/columns`,
  /** A change of many people: its form (GET) and its start (POST). */
  manageBulk: (s: StudioRef, params: Record<string, string | undefined> = {}) =>
    `/${s.slug}/manage/members/members/bulk${query(params)}`,
  /** How far such a change is (GET), and what goes on with it or takes it back (POST). */
  manageBulkChange: (s: StudioRef, bulkId: string, act?: 'undo' | 'continue') =>
    `/${s.slug}/manage/members/members/bulk/${bulkId}${act ? `/${act}` : ''}`,
  /** Filters kept under a name (POST), and their end (POST). */
  manageSegments: (s: StudioRef) => `/${s.slug}/manage/members/members/segments`,
  manageSegmentRemoval: (s: StudioRef, segmentId: string) =>
    `/${s.slug}/manage/members/members/segments/${segmentId}/removal`,
  managePersonNew: (s: StudioRef) => `/${s.slug}/manage/members/members/new`,
  managePerson: (s: StudioRef, personId: string) => `/${s.slug}/manage/members/members/${personId}`,
  /** A page below a person's: its form (GET) and the act (POST). */
  managePersonAct: (
    s: StudioRef,
    personId: string,
    act:
      | 'edit'
      | 'invitation'
      | 'archive'
      | 'notes'
      | 'membership'
      | 'package'
      | 'credits'
      | 'level'
      | 'standing'
      | 'undo'
      | 'account',
    params: Record<string, string | undefined> = {},
  ) => `/${s.slug}/manage/members/members/${personId}/${act}${query(params)}`,
  /** Waiving one fee of a person: why (GET), and the act (POST). */
  manageFee: (s: StudioRef, personId: string, feeId: string) =>
    `/${s.slug}/manage/members/members/${personId}/fees/${feeId}`,
  manageStaff: (s: StudioRef) => `/${s.slug}/manage/studio/staff`,
  manageStaffInvite: (s: StudioRef, params: { person?: string } = {}) =>
    `/${s.slug}/manage/studio/staff/invite${query(params)}`,
  /** An open invitation: what can be done about it (GET), and the act (POST). */
  manageInvitation: (s: StudioRef, invitationId: string) =>
    `/${s.slug}/manage/studio/staff/invitations/${invitationId}`,
  /** The role of somebody who works here. */
  manageStaffRole: (s: StudioRef, personId: string) => `/${s.slug}/manage/studio/staff/${personId}`,
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
  managePictures: (s: StudioRef, folder: 'classes' | 'people') =>
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
    `/${s.slug}/manage/schedule/classes/${occurrenceId}${query(params)}${bookingId ? `#b${bookingId}` : ''}`,
  manageClassAct: (
    s: StudioRef,
    occurrenceId: string,
    act: 'cancellation' | 'capacity' | 'edit' | 'message' | 'walk-ins',
  ) => `/${s.slug}/manage/schedule/classes/${occurrenceId}/${act}`,
  /** One person's place in a class: what can be done about it (GET), and the act (POST). */
  manageClassBooking: (s: StudioRef, occurrenceId: string, bookingId: string) =>
    `/${s.slug}/manage/schedule/classes/${occurrenceId}/bookings/${bookingId}`,
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
    act: 'edit' | 'cancellation' | 'publication' | 'check-in' | 'orders' | 'run-order',
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
  /** Where to ask the studio about something no page can settle. */
  ask: (s: StudioRef) => `/${s.slug}/home/rules#ask`,
  managePolicies: (s: StudioRef, params: { set?: string } = {}) =>
    `/${s.slug}/manage/schedule/policies${query(params)}`,
  managePolicyNew: (s: StudioRef) => `/${s.slug}/manage/schedule/policies/new`,
  managePolicyExemptions: (s: StudioRef, params: { set?: string; end?: string } = {}) =>
    `/${s.slug}/manage/schedule/policies/exemptions${query(params)}`,
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
  /** The desk: who comes in. `q` looks for a name, `person` shows one, `stopped` says that an alert stopped them. */
  manageReception: (s: StudioRef, params: { q?: string; person?: string; stopped?: string } = {}) =>
    `/${s.slug}/manage/studio/reception${query(params)}`,
  /** Where taps made without a network are sent (POST). */
  manageReceptionTaps: (s: StudioRef) => `/${s.slug}/manage/studio/reception/taps`,
  manageReceptionAlerts: (s: StudioRef) => `/${s.slug}/manage/studio/reception/alerts`,
  manageKiosks: (s: StudioRef) => `/${s.slug}/manage/studio/reception/kiosks`,
  manageFacilities: (s: StudioRef) => `/${s.slug}/manage/studio/facilities`,
  manageEquipment: (s: StudioRef, equipmentId: string) =>
    `/${s.slug}/manage/studio/facilities/equipment/${equipmentId}`,
  manageRoom: (s: StudioRef, roomId: string) =>
    `/${s.slug}/manage/studio/facilities/rooms/${roomId}`,
  manageBlocks: (s: StudioRef, params: { remove?: string } = {}) =>
    `/${s.slug}/manage/studio/facilities/blocks${query(params)}`,
}
