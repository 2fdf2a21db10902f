export { default, loader, meta } from './schedule/courses/$course._index/route.tsx'
