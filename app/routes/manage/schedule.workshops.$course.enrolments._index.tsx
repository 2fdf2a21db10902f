export { action, default, loader } from './schedule/courses/$course.enrolments._index.tsx'
