export { action, default, loader } from '../courses/$course.decision.tsx'
