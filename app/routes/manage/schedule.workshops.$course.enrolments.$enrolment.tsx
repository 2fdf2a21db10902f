export { action, default, loader, meta } from './schedule/courses/$course.enrolments.$enrolment.tsx'
