export { action, default, loader, meta } from './schedule/courses/$course.edit.tsx'
