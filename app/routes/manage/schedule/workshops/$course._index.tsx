export { default, loader, meta } from '../courses/$course._index/route.tsx'
