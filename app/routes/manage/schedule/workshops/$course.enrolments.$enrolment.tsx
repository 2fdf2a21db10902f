export { action, default, loader, meta } from '../courses/$course.enrolments.$enrolment.tsx'
