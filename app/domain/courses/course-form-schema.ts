import { courseTermsForm, newCourseDates } from './course-fields.ts'

/** The whole form of a new course; a change sends the terms alone. */
export const newCourseForm = (studio: { currency: string; timeZone: string }) =>
  newCourseDates.and(courseTermsForm(studio.currency, studio.timeZone))
