export { action, default, loader } from './schedule/courses/$course.decision.tsx'
