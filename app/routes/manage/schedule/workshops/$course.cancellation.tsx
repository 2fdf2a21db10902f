export { action, default, loader, meta } from '../courses/$course.cancellation.tsx'
