export { action, default, loader, meta } from './schedule/courses/$course.sessions.$session.tsx'
