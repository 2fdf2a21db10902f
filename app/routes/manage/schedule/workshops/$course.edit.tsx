export { action, default, loader, meta } from '../courses/$course.edit.tsx'
