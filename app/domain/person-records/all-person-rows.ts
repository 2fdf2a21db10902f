/** What becomes of the rows of a person in every context, in one list. */
import { appointmentsPersonRows } from '#app/domain/appointments/person-rows.ts'
import { billingPersonRows } from '#app/domain/billing/person-rows.ts'
import { bookingsPersonRows } from '#app/domain/bookings/person-rows.ts'
import { coursesPersonRows } from '#app/domain/courses/person-rows.ts'
import { documentsPersonRows } from '#app/domain/documents/person-rows.ts'
import { entitlementsPersonRows } from '#app/domain/entitlements/person-rows.ts'
import { eventsPersonRows } from '#app/domain/events/person-rows.ts'
import { facilitiesPersonRows } from '#app/domain/facilities/person-rows.ts'
import { familiesPersonRows } from '#app/domain/families/person-rows.ts'
import { farewellsPersonRows } from '#app/domain/farewells/person-rows.ts'
import { importsPersonRows } from '#app/domain/imports/person-rows.ts'
import { insightsPersonRows } from '#app/domain/insights/person-rows.ts'
import { leadsPersonRows } from '#app/domain/leads/person-rows.ts'
import { messagingPersonRows } from '#app/domain/messaging/person-rows.ts'
import { paymentsPersonRows } from '#app/domain/payments/person-rows.ts'
import { peoplePersonRows } from '#app/domain/people/person-rows.ts'
import { placesPersonRows } from '#app/domain/places/person-rows.ts'
import { planningPersonRows } from '#app/domain/planning/person-rows.ts'
import { receptionPersonRows } from '#app/domain/reception/person-rows.ts'
import { salesPersonRows } from '#app/domain/sales/offers/person-rows.ts'
import { schedulingPersonRows } from '#app/domain/scheduling/person-rows.ts'
import type { PersonRows } from '#app/domain/scope/person-rows.ts'
import { tasksPersonRows } from '#app/domain/tasks/person-rows.ts'
import { trainingPersonRows } from '#app/domain/training/person-rows.ts'
import { personRecordsPersonRows } from './person-rows.ts'

export const allPersonRows: readonly PersonRows[] = [
  ...appointmentsPersonRows,
  ...billingPersonRows,
  ...bookingsPersonRows,
  ...coursesPersonRows,
  ...documentsPersonRows,
  ...entitlementsPersonRows,
  ...eventsPersonRows,
  ...facilitiesPersonRows,
  ...familiesPersonRows,
  ...farewellsPersonRows,
  ...importsPersonRows,
  ...insightsPersonRows,
  ...leadsPersonRows,
  ...messagingPersonRows,
  ...paymentsPersonRows,
  ...peoplePersonRows,
  ...personRecordsPersonRows,
  ...placesPersonRows,
  ...planningPersonRows,
  ...receptionPersonRows,
  ...salesPersonRows,
  ...schedulingPersonRows,
  ...tasksPersonRows,
  ...trainingPersonRows,
]
