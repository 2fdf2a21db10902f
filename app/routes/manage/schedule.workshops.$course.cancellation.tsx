export { action, default, loader, meta } from './schedule/courses/$course.cancellation.tsx'
