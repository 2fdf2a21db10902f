export { action, default, loader, meta } from '../courses/$course.sessions.$session.tsx'
