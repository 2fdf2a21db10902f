/** What becomes of the rows of a person in every context, in one list. */
import { appointmentsPersonRows } from '#app/domain/appointments/person-rows.ts'
import { automationPersonRows } from '#app/domain/automation/person-rows.ts'
import { billingPersonRows } from '#app/domain/billing/person-rows.ts'
import { bookingsPersonRows } from '#app/domain/bookings/person-rows.ts'
import { coachingPersonRows } from '#app/domain/coaching/person-rows.ts'
import { conversationsPersonRows } from '#app/domain/conversations/person-rows.ts'
import { coursesPersonRows } from '#app/domain/courses/person-rows.ts'
import { dayBookPersonRows } from '#app/domain/day-book/person-rows.ts'
import { documentsPersonRows } from '#app/domain/documents/person-rows.ts'
import { entitlementsPersonRows } from '#app/domain/entitlements/person-rows.ts'
import { eventsPersonRows } from '#app/domain/events/person-rows.ts'
import { facilitiesPersonRows } from '#app/domain/facilities/person-rows.ts'
import { familiesPersonRows } from '#app/domain/families/person-rows.ts'
import { farewellsPersonRows } from '#app/domain/farewells/person-rows.ts'
import { filesPersonRows } from '#app/domain/files/person-rows.ts'
import { funnelPersonRows } from '#app/domain/funnels/person-rows.ts'
import { gradingPersonRows } from '#app/domain/grading/person-rows.ts'
import { importsPersonRows } from '#app/domain/imports/person-rows.ts'
import { insightsPersonRows } from '#app/domain/insights/person-rows.ts'
import { leadsPersonRows } from '#app/domain/leads/person-rows.ts'
import { marketingPersonRows } from '#app/domain/marketing/person-rows.ts'
import { messagingPersonRows } from '#app/domain/messaging/person-rows.ts'
import { paymentsPersonRows } from '#app/domain/payments/person-rows.ts'
import { peoplePersonRows } from '#app/domain/people/person-rows.ts'
import { placesPersonRows } from '#app/domain/places/person-rows.ts'
import { planningPersonRows } from '#app/domain/planning/person-rows.ts'
import { programsPersonRows } from '#app/domain/programs/person-rows.ts'
import { receptionPersonRows } from '#app/domain/reception/person-rows.ts'
import { salesPersonRows } from '#app/domain/sales/offers/person-rows.ts'
import { schedulingPersonRows } from '#app/domain/scheduling/person-rows.ts'
import type { PersonRows } from '#app/domain/scope/person-rows.ts'
import { skillsPersonRows } from '#app/domain/skills/person-rows.ts'
import { staffPayPersonRows } from '#app/domain/staff-pay/person-rows.ts'
import { staffingPersonRows } from '#app/domain/staffing/person-rows.ts'
import { tasksPersonRows } from '#app/domain/tasks/person-rows.ts'
import { trainingPersonRows } from '#app/domain/training/person-rows.ts'
import { trainingLogPersonRows } from '#app/domain/training-log/person-rows.ts'
import { videosPersonRows } from '#app/domain/videos/person-rows.ts'
import { webhooksPersonRows } from '#app/domain/webhooks/person-rows.ts'
import { personRecordsPersonRows } from './person-rows.ts'

export const allPersonRows: readonly PersonRows[] = [
  ...appointmentsPersonRows,
  ...automationPersonRows,
  ...funnelPersonRows,
  ...billingPersonRows,
  ...bookingsPersonRows,
  ...conversationsPersonRows,
  ...coachingPersonRows,
  ...coursesPersonRows,
  ...dayBookPersonRows,
  ...documentsPersonRows,
  ...entitlementsPersonRows,
  ...eventsPersonRows,
  ...facilitiesPersonRows,
  ...familiesPersonRows,
  ...farewellsPersonRows,
  ...gradingPersonRows,
  ...filesPersonRows,
  ...importsPersonRows,
  ...insightsPersonRows,
  ...leadsPersonRows,
  ...marketingPersonRows,
  ...messagingPersonRows,
  ...paymentsPersonRows,
  ...peoplePersonRows,
  ...personRecordsPersonRows,
  ...placesPersonRows,
  ...planningPersonRows,
  ...programsPersonRows,
  ...receptionPersonRows,
  ...salesPersonRows,
  ...schedulingPersonRows,
  ...skillsPersonRows,
  ...staffPayPersonRows,
  ...staffingPersonRows,
  ...tasksPersonRows,
  ...trainingLogPersonRows,
  ...trainingPersonRows,
  ...videosPersonRows,
  ...webhooksPersonRows,
]
