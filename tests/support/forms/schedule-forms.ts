/** Forms of the schedule: classes, courses, events, appointments, rules and closures. */
import * as z from 'zod'
import { appointmentAct, bookForm } from '#app/domain/appointments/desk-forms.ts'
import { hoursForm, typeForm } from '#app/domain/appointments/type-form.ts'
import { attendanceRuleForm } from '#app/domain/bookings/roster/attendance-rule-form.ts'
import {
  bookingAct,
  cancelClassForm,
  capacityForm,
  rosterMessageForm,
  walkInForm,
} from '#app/domain/bookings/roster/desk-forms.ts'
import { exemptionForm, newPolicyForm, policyForm } from '#app/domain/calendar/policy-fields.ts'
import { newCourseForm } from '#app/domain/courses/course-form-schema.ts'
import { enrolByHandForm, enrolmentAct } from '#app/domain/courses/enrolments/enrol-form.ts'
import { cancelCourseForm, sessionForm } from '#app/domain/courses/session-forms.ts'
import {
  cancelEventForm,
  deskOrderForm,
  eventForm,
  runOrderForm,
  ticketActForm,
  ticketTypeForm,
} from '#app/domain/events/event-fields.ts'
import { closureForm, closureToApply } from '#app/domain/planning/closure-fields.ts'
import { askForm, requestAct } from '#app/domain/planning/substitution-forms.ts'
import { classTypeForm } from '#app/domain/scheduling/class-types/class-type-fields.ts'
import { moveForm } from '#app/domain/scheduling/series/move-words.ts'
import { changeSeriesForm, newSeriesForm } from '#app/domain/scheduling/series/series-fields.ts'
import type { Entry } from './entry.ts'

const studio = { currency: 'GBP', timeZone: 'Europe/London' }

export const scheduleForms: readonly Entry[] = [
  ['course', 'schedule/courses', newCourseForm(studio)],
  ['course', 'schedule/workshops', newCourseForm(studio)],
  ['event', 'schedule/events', eventForm],
  ['ticket', 'schedule/events', ticketTypeForm(studio)],
  ['act', 'run-order', runOrderForm, 'add'],
  ['pass', 'tickets', ticketActForm, 'pass'],
  ['refund', 'tickets', ticketActForm, 'refund'],
  ['order', 'orders', deskOrderForm],
  ['cancellation', 'events', cancelEventForm],
  ['cancellation', 'classes', cancelClassForm],
  ['cancellation', 'courses', cancelCourseForm],
  ['cancellation', 'workshops', cancelCourseForm],
  ['session', 'courses', sessionForm],
  ['session', 'workshops', sessionForm],
  ['appointment', 'appointments/new', bookForm],
  ['answer', 'appointments', appointmentAct],
  ['places', 'capacity', capacityForm],
  ['message', 'message', rosterMessageForm],
  ['type', 'appointments/types', typeForm('GBP')],
  ['type', 'classes/types', classTypeForm('GBP')],
  ['weekly', 'availability', hoursForm],
  ['dated', 'availability', hoursForm],
  ['exempt', 'policies', exemptionForm],
  ['attendance', 'policies/attendance', attendanceRuleForm],
  ['policy', 'policies/new', newPolicyForm],
  ['policy', 'policies', policyForm('GBP')],
  ['closure', 'closures', closureForm],
  ['closing', 'closures', closureToApply],
  ['ask', 'substitutions', askForm],
  ['offer', 'substitutions', requestAct, 'offer'],
  ['move', 'move', moveForm],
  ['s', 'classes/new', newSeriesForm],
  ['s', 'edit', changeSeriesForm],
  ['cancel', 'bookings', bookingAct, 'cancel'],
  ['reverse-', 'bookings', bookingAct, 'reverse'],
  ['waive-', 'bookings', bookingAct, 'waive'],
  ['move-', 'bookings', bookingAct, 'move'],
  ['spot-', 'bookings', bookingAct, 'spot'],
  ['late-', 'bookings', bookingAct, 'check_in'],
  ['add-', 'classes', walkInForm],
  ['enrol-', 'courses', enrolByHandForm],
  ['withdraw', 'enrolments', enrolmentAct],
  ['place-', 'enrolments', enrolmentAct],
  ['admit', 'check-in', z.object({ code: z.string().max(200).default('') })],
]
