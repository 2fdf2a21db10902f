export { action, default, loader } from '../courses/$course.enrolments._index.tsx'
